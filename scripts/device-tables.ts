import { readFileSync } from 'node:fs'
import { ingestLimits } from '../contract/src/ingest.ts'
import { alertTypes, sensorKinds } from '../contract/src/vocabulary.ts'
import { defaultRules } from '../server/src/features/alerts/default-rules.ts'
import { fillTables, type Page, writeTables } from './fill-tables.ts'

const page = new URL('../docs/devices.md', import.meta.url)
const ruleSource = new URL('../server/src/features/alerts/default-rules.ts', import.meta.url)

/** devices.md with the tables of the program. */
export const readDevicesPage = (): Page => fillTables(page, tables())

const tables = () => ({ kinds: kindRows(), limits: limitRows(), rules: ruleRows() })

function kindRows(): string[][] {
  const rows = sensorKinds.map(({ key, category, unit, min, max }) => [
    `\`${key}\``,
    unit,
    `${grouped(min)} to ${grouped(max)}`,
    category,
  ])
  return [['Kind', 'Unit', 'Taken from … to', 'Category'], ...rows]
}

function limitRows(): string[][] {
  const { messageBytes, samplesPerMessage, bulkBytes, lineBytes, rejectedListed, skewMs, lateMs } =
    ingestLimits
  return [
    ['Limit', 'Value'],
    ['One MQTT message, or one HTTP request of a device', `${messageBytes / 1024} KiB`],
    ['Samples in one of them', grouped(samplesPerMessage)],
    ['One request of a gateway', `${bulkBytes / 1024 / 1024} MiB`],
    ['One line in it', `${lineBytes / 1024} KiB`],
    ['Refused items that an answer lists; `RejectedCount` counts all', grouped(rejectedListed)],
    ['A clock ahead of the portal’s, until it is not believed', `${skewMs / 60_000} min`],
    ['Age up to which a sample can raise an alert', `${lateMs / 86_400_000} days`],
  ]
}

function ruleRows(): string[][] {
  const head = [
    'Alert',
    'Raised at',
    'held for',
    'Clear at',
    'held for',
    'Cooldown',
    'Ends by itself',
    'Source',
  ]
  const sources = readSources()
  const rows = [...defaultRules].map(([key, rule]) => {
    const type = alertTypes.find(({ Key }) => Key === key)
    const unit = sensorKinds.find((kind) => kind.key === type?.Sensor)?.unit ?? ''
    const [beyond, back] = rule.direction === 'high' ? ['≥', '≤'] : ['≤', '≥']
    const level = (sign: string, value: number) => `${sign} ${grouped(value)} ${unit}`.trim()
    return [
      `\`${key}\`${rule.isActive ? '' : ' (off)'}`,
      level(beyond, rule.raiseLevel),
      duration(rule.raiseHold),
      level(back, rule.clearLevel),
      duration(rule.clearHold),
      duration(rule.cooldown),
      rule.quietEnd === null ? '–' : duration(rule.quietEnd),
      sources.get(key) ?? '',
    ]
  })
  return [head, ...rows]
}

/** Source of the values of a default rule: the comment before it, or before the first row of its group. */
function readSources(): Map<string, string> {
  const sources = new Map<string, string>()
  let comment: string[] = []
  let isFresh = true
  for (const line of readFileSync(ruleSource, 'utf8').split('\n')) {
    const [, note] = /^ {2}\/\/ (.*)$/.exec(line) ?? []
    const [, key] = /^ {2}(\w+): \[/.exec(line) ?? []
    if (note !== undefined) {
      comment = isFresh ? [note] : [...comment, note]
      isFresh = false
    } else if (key !== undefined) {
      sources.set(key, comment.join(' '))
      isFresh = true
    }
  }
  return sources
}

const grouped = (value: number) => value.toLocaleString('en')
const duration = (seconds: number) =>
  seconds === 0 ? 'at once' : seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`

if (import.meta.main) writeTables(page, tables())
