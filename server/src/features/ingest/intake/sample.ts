import { ingestLimits } from '@eot/contract/ingest'
import type { SensorKey } from '@eot/contract/vocabulary'
import { columnKeys, findColumn, highs, lows, noValues, type Values } from '../../readings/index.ts'
import type { Reason } from '../writer/quarantine-reason.ts'
import { latestTime, type ScannedSample } from './sample-scanner.ts'

export interface ParsedSample {
  /** Effective time: the device's, or the time of arrival if the device sent none or an implausible one. */
  at: number
  /** Whether the device sent no time. */
  isArrivalTime: boolean
  values: Values
  /** How far the device's clock is ahead, in ms; 0 within the usual tolerance. */
  aheadMs: number
  /** The values that were rejected; the others are kept. */
  refused: Refusal | null
}

export interface Refusal {
  /** The message for the sender. */
  detail: string
  /** One of a fixed set of reasons, by which the quarantine groups. */
  reason: Reason
  /** The sensors with impossible values, whatever the given reason. */
  outOfRange?: readonly SensorKey[]
}

export const refusalFor = (reason: Reason, detail: string = reason): Refusal => ({ reason, detail })
const tooOld = refusalFor('older than the retention', 'at is older than readings are kept')
export const beforeMove = refusalFor('before the move', 'at is before the device came to this customer')

/**
 * Validates one sample as sent. Implausible values are left out and reported; the whole sample is rejected only if
 * nothing of it remains. `now`, `oldest` and `arrivedAt`, when the device came to its customer, are in epoch ms.
 */
export function parseSample(
  sample: unknown,
  now: number,
  oldest: number,
  arrivedAt: number | null = null,
): ParsedSample | Refusal {
  if (typeof sample !== 'object' || sample === null || Array.isArray(sample))
    return refusalFor('not a sample')
  let readings: unknown
  let time: unknown
  for (const key in sample) {
    const value = (sample as Record<string, unknown>)[key] // an object, checked above
    if (key === 'readings' || key === 'Readings') readings = value
    else if (key === 'at' || key === 'At') time = value
    else if (key !== 'mac' && key !== 'Mac') return refusalFor('unknown key', `unknown key ${printable(key)}`)
  }
  const isArrivalTime = time === undefined || time === null
  const at = isArrivalTime ? now : parseTime(time)
  if (Number.isNaN(at))
    return refusalFor('bad time', 'at is neither epoch milliseconds nor ISO 8601 with a zone')
  return refusalOfTime(at, oldest, arrivedAt) ?? parseReadings(readings, at, isArrivalTime, now)
}

/** Returns why the time of a sample that the scanner accepted is refused, or null. */
export function refusalOfScanned(
  { at }: ScannedSample,
  oldest: number,
  arrivedAt: number | null = null,
): Refusal | null {
  return at === undefined ? null : refusalOfTime(at, oldest, arrivedAt)
}

function refusalOfTime(at: number, oldest: number, arrivedAt: number | null): Refusal | null {
  if (at < oldest) return tooOld
  return arrivedAt !== null && at < arrivedAt ? beforeMove : null
}

export function placeScanned({ at, values }: ScannedSample, now: number): ParsedSample {
  return at === undefined ? placed(now, true, now, values, null) : placed(at, false, now, values, null)
}

function placed(
  at: number,
  isArrivalTime: boolean,
  now: number,
  values: Values,
  refused: Refusal | null,
): ParsedSample {
  const aheadMs = at > now + ingestLimits.skewMs ? at - now : 0
  return { at: at - aheadMs, isArrivalTime, values, aheadMs, refused }
}

function parseReadings(
  readings: unknown,
  at: number,
  isArrivalTime: boolean,
  now: number,
): ParsedSample | Refusal {
  if (typeof readings !== 'object' || readings === null || Array.isArray(readings))
    return refusalFor('no readings')
  const values = noValues()
  let refused: Refusal | null = null
  let stored = 0
  for (const kind in readings) {
    const value = (readings as Record<string, unknown>)[kind] // an object, checked above
    const column = findColumn(kind)
    if (column === undefined) {
      // Only the first one is reported, since there may be thousands.
      refused ??= refusalFor('unknown sensor kind', `unknown sensor kind ${printable(kind)}`)
      continue
    }
    const refusal = check(column, value, values, kind)
    if (refusal) {
      refused = merged(refused, refusal)
      continue
    }
    values[column] = value as number // checked above
    stored += 1
  }
  if (stored === 0) return refused ?? refusalFor('no readings')
  return placed(at, isArrivalTime, now, values, refused)
}

/** Returns the first refusal, with all sensors whose values are out of range. */
function merged(first: Refusal | null, next: Refusal): Refusal {
  if (!first) return next
  if (!next.outOfRange) return first
  return { ...first, outOfRange: [...(first.outOfRange ?? []), ...next.outOfRange] }
}

function check(column: number, value: unknown, values: Values, kind: string): Refusal | null {
  if (typeof value !== 'number' || !Number.isFinite(value))
    return refusalFor('not a finite number', `${kind} is not a finite number`)
  if (value < (lows[column] ?? 0) || value > (highs[column] ?? 0)) {
    const detail = `${kind} ${value} is outside ${lows[column]} to ${highs[column]}`
    return { ...refusalFor('out of range', detail), outOfRange: columnKeys.slice(column, column + 1) }
  }
  const known = values[column]
  return known !== undefined && !Number.isNaN(known)
    ? refusalFor('kind given twice', `${kind} is given twice`)
    : null
}

/**
 * Returns whole milliseconds; NaN if it is not an instant. Text needs a zone, since assuming a device's local time would be a
 * guess.
 */
function parseTime(time: unknown): number {
  if (typeof time === 'number') return time >= 0 && time <= latestTime ? Math.round(time) : Number.NaN
  if (typeof time !== 'string' || !/(Z|[+-]\d{2}:?\d{2})$/i.test(time)) return Number.NaN
  return Date.parse(time)
}

export function printable(text: string): string {
  return JSON.stringify(text.slice(0, 40))
}

export const isRefusal = (parsed: ParsedSample | Refusal): parsed is Refusal => 'reason' in parsed
