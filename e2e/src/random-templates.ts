import { noParams, type WebhookParam } from '@eot/contract/webhook-params'
import { renderRequest } from '@eot/contract/webhook-render'
import { type VariableName, type VariableValues, webhookVariables } from '@eot/contract/webhook-variables'
import fc from 'fast-check'

/** A row of a template, and the value that a parser of its body must find. */
interface Made {
  row: WebhookParam
  expected: Expected
}
type Expected =
  | { leaf: string; type: 'string' | 'number' }
  | { fields: [key: string, Expected][] }
  | { items: Expected[] }

export interface RandomTemplate extends Made {
  text: string
  number: number
}

const typeOf = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  xml: 'application/xml',
} as const
type Format = keyof typeof typeOf

const anyText = fc.string({ unit: 'binary', maxLength: 12 })
const markup = fc.constantFrom(
  '"},"x":1',
  '<a b="c">',
  '&amp;]]>',
  '\r\n',
  '&x=1;',
  '{{alert.type}}',
  '\\"',
  '\0',
  '-->',
)
const value = fc.oneof(
  anyText,
  fc.array(fc.oneof(markup, anyText), { maxLength: 3 }).map((parts) => parts.join('')),
)
/** A backslash before a variable would make it text. */
const literal = anyText.map((text) => text.toWellFormed().replaceAll(/[{\\]/g, '('))
const xmlName = fc.stringMatching(/^[A-Za-z_][\w.-]{0,6}$/)
const anyKey = anyText.map((key) => key.toWellFormed()).filter((key) => key.trim() !== '')

const row = (change: Partial<WebhookParam>): WebhookParam => ({
  key: 'k',
  paramType: 'specified',
  type: 'string',
  value: '',
  ...change,
})

function templates(key: fc.Arbitrary<string>): fc.Arbitrary<RandomTemplate> {
  const { tree } = fc.letrec<{ tree: Made; leaf: Made; fields: Made }>((tie) => ({
    leaf: fc
      .oneof(
        { weight: 4, arbitrary: fc.tuple(literal, fc.boolean(), literal) },
        { weight: 1, arbitrary: fc.constant(null) },
      )
      .map((parts): Made => {
        if (parts === null)
          return {
            row: row({ type: 'number', value: '{{alert.value}}' }),
            expected: { leaf: '', type: 'number' },
          }
        const [before, isVariable, after] = parts
        const text = `${before}${isVariable ? '{{device.name}}' : ''}${after}` || '-'
        return { row: row({ value: text }), expected: { leaf: text, type: 'string' } }
      }),
    fields: fc.array(fc.tuple(key, tie('tree')), { maxLength: 4 }).map((fields): Made => {
      const unique = [...new Map(fields)]
      return {
        row: row({ type: 'object', children: unique.map(([name, made]) => ({ ...made.row, key: name })) }),
        expected: { fields: unique.map(([name, made]) => [name, made.expected]) },
      }
    }),
    tree: fc.oneof(
      { maxDepth: 4 },
      tie('leaf'),
      tie('fields'),
      fc.array(tie('tree'), { minLength: 1, maxLength: 3 }).map((list): Made => {
        const items = list.map((made, n) => ({ ...made.row, key: String(n) }))
        return {
          row: row({ type: 'array', items }),
          expected: { items: list.map(({ expected }) => expected) },
        }
      }),
    ),
  }))
  return fc
    .tuple(
      fc.array(fc.tuple(key, tree), { maxLength: 4 }),
      value,
      fc.double({ noNaN: true, noDefaultInfinity: true }),
    )
    .map(([fields, text, number]) => {
      const unique = [...new Map(fields)]
      const children = unique.map(([name, made]) => ({ ...made.row, key: name }))
      return {
        row: row({ key: 'root', type: 'object', children }),
        expected: { fields: unique.map(([name, made]) => [name, made.expected] as [string, Expected]) },
        text,
        number,
      }
    })
}

const arbitraries: Record<Format, fc.Arbitrary<RandomTemplate>> = {
  json: templates(anyKey),
  form: templates(anyKey),
  xml: templates(xmlName),
}

export const sampleTemplates = (format: Format, numRuns: number, seed: number): RandomTemplate[] =>
  fc.sample(arbitraries[format], { numRuns, seed })

export function bodyOf(format: Format, { row: root, text, number }: RandomTemplate): string {
  const nothing = Object.fromEntries(webhookVariables.map(({ name }) => [name, null])) as Record<
    VariableName,
    null
  > // of all names
  const values: VariableValues = { ...nothing, 'device.name': text, 'alert.value': number }
  const result = renderRequest(
    {
      Url: 'https://desk.example/',
      Method: 'POST',
      ContentType: typeOf[format],
      ...noParams(),
      Body: [root],
    },
    noParams(),
    values,
    { boundary: 'eot' },
  )
  if ('failure' in result) throw new Error(JSON.stringify(result.failure))
  return result.body ?? ''
}

const textIn = ({ text, number }: RandomTemplate, { leaf, type }: { leaf: string; type: string }): string =>
  type === 'number' ? String(number) : leaf.replaceAll('{{device.name}}', () => text).toWellFormed()

export function expectedJson(template: RandomTemplate, expected: Expected = template.expected): unknown {
  if ('items' in expected) return expected.items.map((item) => expectedJson(template, item))
  if ('fields' in expected)
    return Object.fromEntries(expected.fields.map(([key, field]) => [key, expectedJson(template, field)]))
  return expected.type === 'number' ? template.number : textIn(template, expected)
}

export function expectedForm(
  template: RandomTemplate,
  expected: Expected = template.expected,
  key = 'root',
): [string, string][] {
  if ('fields' in expected)
    return expected.fields.flatMap(([name, field]) => expectedForm(template, field, `${key}[${name}]`))
  if ('items' in expected)
    return expected.items.flatMap((item, n) =>
      expectedForm(template, item, 'leaf' in item ? key : `${key}[${n}]`),
    )
  return [[key, textIn(template, expected)]]
}

/** An element of XML: its name and its elements, or its text if it has none. */
export type Element = [name: string, content: string | Element[]]

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what XML does not have
const notInXml = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g

export function expectedXml(
  template: RandomTemplate,
  expected: Expected = template.expected,
  name = 'root',
): Element[] {
  if ('items' in expected) return expected.items.flatMap((item) => expectedXml(template, item, name))
  if ('leaf' in expected) return [[name, textIn(template, expected).replace(notInXml, '\ufffd')]]
  const content = expected.fields.flatMap(([key, field]) => expectedXml(template, field, key))
  return [[name, content.length === 0 ? '' : content]]
}
