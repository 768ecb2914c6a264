import { normalizeMac } from '@eot/contract/mac'
import type { SensorKey } from '@eot/contract/vocabulary'
import type { Mapping } from './mapping.ts'

/** A message of another maker, converted to our own ingestion format. */
export interface Adapted {
  samples: (AdaptedSample | Unreadable)[]
  /** Names of values and events without a sensor kind. */
  ignored: string[]
}

/** An element of a message that does not have the format. */
export interface Unreadable {
  unreadable: unknown
}

export interface AdaptedSample {
  /** The hardware address in the element; null if it has none. */
  mac: string | null
  /** null if there is no reading: the element is only a sign of life. */
  sample: { at?: string; readings: Partial<Record<SensorKey, number>> } | null
  /** The event that the element reports; undefined if there is none. */
  event?: { kind: SensorKey; isOver: boolean }
}

/** Reads a message by its mapping. Returns undefined if it does not have the format. */
export function adapt(mapping: Mapping, message: unknown): Adapted | undefined {
  const found = mapping.samples === undefined ? [message] : at(message, mapping.samples)
  if (!Array.isArray(found)) return undefined
  const ignored: string[] = []
  const samples = found.map((sample) => adaptSample(mapping, sample, ignored) ?? { unreadable: sample })
  // A bad element does not affect the others, but a message without a good one has another format.
  const isOther = samples.length > 0 && samples.every((sample) => 'unreadable' in sample)
  return isOther ? undefined : { samples, ignored }
}

function adaptSample(mapping: Mapping, sample: unknown, ignored: string[]): AdaptedSample | undefined {
  if (!isObject(sample)) return undefined
  const readings: Partial<Record<SensorKey, number>> = {}
  const identifier = at(sample, mapping.sender.at)
  const values = (mapping.values ?? []).flatMap((path) => allAt(sample, path)).filter(isObject)
  const event = mapping.events && at(sample, mapping.events.name)
  const isNameless = identifier === undefined && event === undefined
  if (isNameless && values.every((found) => found === sample)) return undefined
  const told = typeof event === 'string' ? readEvent(mapping, event, sample, readings, ignored) : undefined
  for (const found of values) readValues(mapping, found, sample, readings, ignored)
  const time = mapping.time && at(sample, mapping.time.at)
  return {
    mac: addressOf(mapping.sender, identifier),
    sample: Object.keys(readings).length === 0 ? null : { ...timeOf(mapping, time), readings },
    ...(told && { event: told }),
  }
}

function readEvent(
  { events }: Mapping,
  name: string,
  sample: object,
  readings: AdaptedReadings,
  ignored: string[],
): AdaptedSample['event'] {
  const known = events && lookUp(events.kinds, name)
  if (!known) {
    ignored.push(name)
    return undefined
  }
  const isOver = isReset(at(sample, events.isSet))
  readings[known.kind] = isOver ? 0 : known.set
  return { kind: known.kind, isOver }
}
type AdaptedReadings = Partial<Record<SensorKey, number>>

/** Any other value, such as an object, does not mean that an event has ended. */
const isReset = (value: unknown): boolean =>
  value === false || value === 0 || (typeof value === 'string' && /^(false|0|reset|off)$/i.test(value.trim()))

function readValues(
  { fields = {}, units, sender, time }: Mapping,
  values: object,
  sample: object,
  readings: AdaptedReadings,
  ignored: string[],
): void {
  const unitOf = units === undefined ? undefined : at(sample, units)
  for (const [name, given] of Object.entries(values)) {
    // A serial number is not a value either.
    const value = name === sender.at || name === time?.at ? undefined : numberIn(given)
    const field = lookUp(fields, name)
    if (value === undefined) {
      // For example, a variable that the sender did not replace.
      if (field && given !== null) ignored.push(`${name}: not a number`)
      continue
    }
    const unit = at(unitOf, name)
    const conversion = field?.units && typeof unit === 'string' ? own(field.units, unit.toLowerCase()) : field
    if (!field || !conversion) ignored.push(field ? `${name} in ${String(unit)}` : name)
    // The same kind occurs under two names, of which the mapping cannot know which is better, or at two paths.
    else if (readings[field.kind] !== undefined) ignored.push(name)
    else readings[field.kind] = rounded(value * (conversion.scale ?? 1) + (conversion.offset ?? 0))
  }
}

/** Returns a number, also from text. For a value by channel, such as `{"1": 21.5}`, returns that of the first channel. */
function numberIn(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value === 'string') return /^-?\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : undefined
  if (!isObject(value)) return undefined
  const channels = Object.entries(value)
  const [first] = channels
  return first && channels.every(([channel]) => /^\d+$/.test(channel)) && typeof first[1] === 'number'
    ? first[1]
    : undefined
}

/** Removes artifacts of unit conversion: 70 °F are 21.1111 °C. */
const rounded = (value: number): number => Number(value.toPrecision(6))

/**
 * Finds the entry of a name, ignoring case. If there is none, a channel number at the end is ignored too, as in
 * `temperature_1`. For CO it is not, because `co_2` may mean CO2, whose values would be dangerous levels of CO.
 */
function lookUp<Value>(known: Readonly<Record<string, Value>>, name: string): Value | undefined {
  const lower = name.toLowerCase()
  return own(known, lower) ?? own(known, lower.replace(/(?<!^co)_\d+$/, ''))
}

function addressOf({ last, prefix = '' }: Mapping['sender'], identifier: unknown): string | null {
  if (typeof identifier !== 'string' && typeof identifier !== 'number') return null
  const digits = String(identifier).replace(/[^0-9a-f]/gi, '')
  const mac = normalizeMac(prefix + (last === undefined ? digits : digits.slice(-last)))
  return mac.length === 17 ? mac : null
}

function timeOf({ time }: Mapping, value: unknown): { at?: string } {
  if (typeof value !== 'string') return {}
  const hasZone = /(Z|[+-]\d{2}:?\d{2})$/i.test(value)
  return { at: hasZone ? value : `${value}${time?.zone ?? ''}` }
}

/** Returns the value at a path such as `data.temp`; undefined if there is none. */
function at(value: unknown, path: string): unknown {
  let found = value
  for (const key of path === '' ? [] : path.split('.')) {
    if (!isObject(found) && !Array.isArray(found)) return undefined
    found = own(found as Record<string, unknown>, key) // by name or number alike
  }
  return found
}

/** Returns the values at a path in which `*` is each element of an array. */
function allAt(value: unknown, path: string): unknown[] {
  const [first = '', ...rest] = path.split('.*.')
  const found = at(value, first)
  if (rest.length === 0) return [found]
  return Array.isArray(found) ? found.flatMap((element) => allAt(element, rest.join('.*.'))) : []
}

/** Excludes inherited properties, such as `constructor`. */
const own = <Value>(of: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(of, key) ? of[key] : undefined

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
