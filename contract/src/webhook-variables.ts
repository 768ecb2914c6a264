import { z } from 'zod'

type VariableType = 'string' | 'number'

/** Name, type and description of everything that a value can contain between `{{` and `}}`. */
const rows = [
  ['event.id', 'string', 'Identifies the event; the same in every attempt'],
  [
    'event.kind',
    'string',
    'What happened: AlertStarted, AlertEnded, AlertConfirmed, DeviceOnline or DeviceOffline',
  ],
  ['event.at', 'string', 'When it happened, ISO 8601 in UTC'],
  ['event.atEpoch', 'number', 'When it happened, in milliseconds since 1970'],
  ['event.atLocal', 'string', 'When it happened, on the clocks of the site'],
  ['event.rule', 'string', 'Name of the webhook event'],
  ['alert.id', 'string', 'Identifies the alert; empty if the event is about a device'],
  ['alert.type', 'string', 'Key of the alert type, such as Vape'],
  ['alert.typeName', 'string', 'Alert type in words'],
  ['alert.category', 'string', 'AirQuality, Comfort, Behavior or General'],
  ['alert.severity', 'string', 'Critical, Serious, Caution or Info'],
  ['alert.value', 'number', 'Value at which the alert was raised'],
  ['alert.peak', 'number', 'Most extreme value so far'],
  ['alert.threshold', 'number', 'Level that raises the alert'],
  ['alert.unit', 'string', 'Unit of value, peak and threshold'],
  ['alert.startAt', 'string', 'When the alert started, ISO 8601 in UTC'],
  ['alert.startAtEpoch', 'number', 'When the alert started, in milliseconds since 1970'],
  ['alert.startAtLocal', 'string', 'When the alert started, on the clocks of the site'],
  ['alert.endAt', 'string', 'When the alert ended, ISO 8601 in UTC; empty while it is ongoing'],
  ['alert.duration', 'number', 'How long the alert has lasted, in seconds'],
  ['alert.confirmedBy', 'string', 'Who confirmed the alert'],
  ['alert.comment', 'string', 'Comment on the alert'],
  ['alert.link', 'string', 'Address of the alert in the portal'],
  ['device.id', 'string', 'Identifies the device'],
  ['device.name', 'string', 'Name of the device'],
  ['device.mac', 'string', 'Hardware address of the device'],
  ['site.id', 'string', 'Identifies the site'],
  ['site.name', 'string', 'Name of the site'],
  ['site.path', 'string', 'Names of the site and the sites above it, from the customer down'],
  ['site.timeZone', 'string', 'Time zone of the site'],
] as const satisfies readonly (readonly [string, VariableType, string])[]

export type VariableName = (typeof rows)[number][0]

export interface WebhookVariableInfo {
  name: VariableName
  type: VariableType
  description: string
}

export const webhookVariables: readonly WebhookVariableInfo[] = rows.map(([name, type, description]) => ({
  name,
  type,
  description,
}))

/** The value of each variable for one event. null: it has none, like the value of an alert about an offline device. */
export type VariableValues = Readonly<Record<VariableName, string | number | null>>

export const WebhookVariable = z.strictObject({
  /** Written as `{{Name}}` in values. */
  Name: z.string(),
  Type: z.enum(['string', 'number']),
  Description: z.string(),
  Sample: z.union([z.string(), z.number()]).nullable(),
})
export type WebhookVariable = z.output<typeof WebhookVariable>

const types: ReadonlyMap<string, VariableType> = new Map(
  webhookVariables.map(({ name, type }) => [name, type]),
)
export const isVariable = (name: string): name is VariableName => types.has(name)

/** A text with variables, parsed: literal texts and names in turn. */
export type TemplatePart = { text: string } | { variable: string }

/** `\{{` is an escaped `{{`. Without a name, only one part matches spaces, so that the time is linear in their number. */
const token = /\\\{\{|\{\{\s*(?:([^{}\s]+)\s*)?\}\}|\{\{/g

/** Splits a value at its variables. Unclosed and unknown ones become variables with unknown names. */
export function parseTemplate(value: string): TemplatePart[] {
  const parts: TemplatePart[] = []
  let text = ''
  let end = 0
  for (const match of value.matchAll(token)) {
    text += value.slice(end, match.index)
    end = match.index + match[0].length
    if (match[0] === '\\{{') {
      text += '{{'
      continue
    }
    if (text !== '') parts.push({ text })
    text = ''
    parts.push({ variable: match[1] ?? '' })
  }
  text += value.slice(end)
  if (text !== '') parts.push({ text })
  return parts
}

/** Returns the first name between braces that is not a variable; undefined if there is none. */
export function findUnknownVariable(value: string): string | undefined {
  for (const part of parseTemplate(value))
    if ('variable' in part && !isVariable(part.variable)) return part.variable
  return undefined
}

/** Returns the variable if the value consists only of it; undefined otherwise. */
export function onlyVariable(value: string): VariableName | undefined {
  const [part, ...others] = parseTemplate(value.trim())
  if (!part || others.length > 0 || !('variable' in part)) return undefined
  return isVariable(part.variable) ? part.variable : undefined
}

export const isNumberVariable = (name: VariableName): boolean => types.get(name) === 'number'

/** Returns the value with every variable replaced. `write` encodes the value of a variable, never the text around it. */
export function fillTemplate(
  value: string,
  values: VariableValues,
  write: (text: string) => string = (text) => text,
): string {
  return parseTemplate(value)
    .map((part) => {
      if ('text' in part) return part.text
      return isVariable(part.variable) ? write(String(values[part.variable] ?? '').toWellFormed()) : ''
    })
    .join('')
}
