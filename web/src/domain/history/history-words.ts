import type { AuditEntry } from '@eot/contract/audit'
import { findAlertType } from '@eot/contract/vocabulary'
import { elapsedText, fullTime } from '../../lib/time/time.ts'
import { hourName } from '../../lib/time/weekdays.ts'
import { findKind, levelText, type Measurement, shownUnit } from '../../lib/units.ts'
import { spelledText, t } from '../../texts/i18n.ts'
import { alertTypeName } from '../sensors/sensor-names.ts'

/** What the texts of values depend on. */
export interface Reader {
  zone: string
  measurement: Measurement
}

export interface ChangeLine {
  field: string
  /** undefined: the record is new. */
  before: string | undefined
  /** undefined: the record is gone. */
  after: string | undefined
}

/** An audited action in words. Actions without a text of their own are spelled out: `device.key_replaced`. */
export function actionText(action: string): string {
  const texts: Readonly<Record<string, string>> = t('history.actions', { returnObjects: true })
  return texts[action] ?? spelledText('actions', action) ?? sentence(action.replaceAll(/[._]/g, ' '))
}

const creates = /\.(created|invited|registered)$/
const deletes = /\.(deleted|released)$/

/**
 * The changed fields of an entry in words. Alert rules and other records within a field are shown line by line. Fields
 * that stay empty are left out, and so are the values before of a new record and the values after of a deleted one.
 */
export function changeLines(
  { Action, Changes }: Pick<AuditEntry, 'Action' | 'Changes'>,
  reader: Reader,
): ChangeLine[] {
  const [isNew, isGone] = [creates.test(Action), deletes.test(Action)]
  const none = t('history.none')
  return Object.entries(Changes)
    .flatMap(([name, change]) => linesOf(name.split('.'), change, reader))
    .filter(({ before, after }) => before !== none || after !== none)
    .map((line) => (isNew && line.before === none ? { ...line, before: undefined } : line))
    .map((line) => (isGone && line.after === none ? { ...line, after: undefined } : line))
}

function linesOf(path: readonly string[], change: readonly [unknown, unknown], reader: Reader): ChangeLine[] {
  const [before, after] = change
  if (isParts(before ?? {}) && isParts(after ?? {}) && (before ?? after) !== null) {
    const [was, is] = [new Map(Object.entries(before ?? {})), new Map(Object.entries(after ?? {}))]
    return [...new Set([...was.keys(), ...is.keys()])]
      .map((name) => ({ name, change: [was.get(name) ?? null, is.get(name) ?? null] as const }))
      .filter(({ change: [one, other] }) => JSON.stringify(one) !== JSON.stringify(other))
      .flatMap(({ name, change: inner }) => linesOf([...path, name], inner, reader))
  }
  const text = (value: unknown) => valueAt(path, value, reader)
  return [{ field: pathText(path), before: text(before), after: text(after) }]
}

/** A record that is shown part by part, and has no name of its own to show. */
const isParts = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('Name' in value)

/** Containers of fields, whose names mean nothing to a reader. */
const containers = new Set(['Settings', 'Rules'])

const pathText = (path: readonly string[]): string =>
  path
    .filter((part) => !containers.has(part))
    .map((part, at) => (at === 0 ? fieldText(part) : uncapitalized(fieldText(part))))
    .join(', ')

/** A field of the API in words: `FullName`, `ReportInterval`. */
export function fieldText(name: string): string {
  const texts: Readonly<Record<string, string>> = t('history.fields', { returnObjects: true })
  const alertType = findAlertType(name)
  if (alertType) return alertTypeName(alertType)
  return (
    texts[name] ??
    spelledText('fields', name) ??
    sentence(name.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, ' ').replaceAll(/\b[A-Z](?=[a-z])/g, lower))
  )
}

const levels = new Set(['RaiseLevel', 'ClearLevel'])
const durations = new Set(['RaiseHold', 'ClearHold', 'Cooldown', 'ReportInterval', 'overlapSeconds'])
const hours = new Set(['StartTime', 'EndTime'])
const instant = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** Fields that hold lists of keys, and how to name each key. */
const named: Readonly<Record<string, (key: string) => string>> = {
  Events(key) {
    const texts: Readonly<Record<string, string>> = t('history.events', { returnObjects: true })
    return texts[key] ?? key
  },
  AlertTypes: fieldText,
}

function valueAt(path: readonly string[], value: unknown, reader: Reader): string {
  const field = path.at(-1) ?? ''
  const rule = path.map((part) => findAlertType(part)).find((type) => type !== undefined)
  if (rule && value === null) return t('history.inherited')
  if (typeof value === 'number' && durations.has(field)) return elapsedText(value)
  if (typeof value === 'number' && hours.has(field)) return hourName(value)
  if (typeof value === 'number' && field === 'RemindAfter') return elapsedText(value * 60)
  const nameOf = named[field]
  if (nameOf && Array.isArray(value) && value.length > 0) return value.map(nameOf).join(', ')
  if (typeof value === 'number' && levels.has(field)) {
    const { measurement } = reader
    const unit = shownUnit((rule?.Sensor && findKind(rule.Sensor)?.unit) || '', measurement)
    return `${levelText(value, rule?.Sensor ?? null, measurement)} ${unit}`.trim()
  }
  return valueText(value, reader)
}

/** A value of a field as text. Records are shown by name, if the reader may know it, and lists separated by commas. */
export function valueText(value: unknown, reader: Reader): string {
  if (value === null || value === undefined || value === '') return t('history.none')
  if (typeof value === 'boolean') return t(value ? 'history.yes' : 'history.no')
  if (typeof value === 'string' && instant.test(value)) return fullTime(value, reader.zone)
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value))
    return value.length > 0 ? value.map((one) => valueText(one, reader)).join(', ') : t('history.none')
  if ('Name' in value) return value.Name === null ? t('history.otherSite') : valueText(value.Name, reader)
  const parts = Object.entries(value).map(
    ([name, part]) => `${fieldText(name)}: ${valueAt([name], part, reader)}`,
  )
  return parts.join(', ') || t('history.none')
}

const lower = (text: string) => text.toLowerCase()
const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
/** Names of gases and other abbreviations keep their capitals. */
const uncapitalized = (text: string) =>
  /^[A-Z][a-z]/.test(text) ? lower(text.charAt(0)) + text.slice(1) : text
