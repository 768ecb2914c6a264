import type pg from 'pg'
import type { CopyEncoder } from '../../../platform/db/copy-encoder.ts'
import { databaseFailure, isRefusedCopy, sqlState } from '../../../platform/db/database-failure.ts'
import { executeOn } from '../../../platform/db/execute.queries.ts'
import { inSlices } from '../../../platform/in-slices.ts'
import { changeAlerts, insertAlerts, keepTimers } from '../../alerts/index.ts'
import { appendEvents, type NewEvent } from '../../events/index.ts'
import {
  bucketRows,
  encodeBucket,
  encodeReadings,
  findCompact,
  findContradictions,
  insertBuckets,
  insertMissingReadings,
  insertNewReadings,
  type Level,
  mayBeCompact,
  mergeBuckets,
  mergeLateMinutes,
  namedValues,
  noteDueHours,
  readingRows,
  type Values,
} from '../../readings/index.ts'
import { runtimeOf } from '../devices/device-entry.ts'
import { auditEndsByUsers } from './audit-ends.command.ts'
import { type StateRows, stateRows, updateStates } from './device-states.queries.ts'
import { evaluate } from './evaluate.ts'
import { findObsoleteEnds } from './event-ends.ts'
import type { Input, ReadingInput, RefusedInput } from './input.ts'
import { newPlan, type Plan } from './plan.ts'
import { alertRows, changeRows, timerRows } from './plan-rows.ts'
import { insertRefused } from './quarantine.queries.ts'
import { separateArrivals } from './separate-arrivals.ts'
import { StateConflict } from './state-conflict.ts'

/** The number of inputs processed in one go. Meanwhile, the database waits for the next statement of the current batch. */
const sliceSize = 100

const uniqueViolation = '23505'
/** A device was deleted in the meantime. */
const foreignKeyViolation = '23503'
const deadlock = '40P01'
const serialization = '40001'
const conflicts: (string | undefined)[] = [uniqueViolation, foreignKeyViolation, deadlock, serialization]

/** Returns whether another process has written to the same device, so that a retry with its current state can succeed. */
export const isConflict = (error: unknown) =>
  error instanceof StateConflict || conflicts.includes(sqlState(error)) || isRefusedCopy(error)

/** Returns the answer to the sender of an input that could not be stored: `internal_error` unless it may succeed later. */
export function answerTo(error: unknown): 'database_unavailable' | 'overloaded' | 'internal_error' {
  const failure = error instanceof StateConflict ? 'busy' : databaseFailure(error)
  if (failure === undefined) return 'internal_error'
  return failure === 'busy' ? 'overloaded' : 'database_unavailable'
}

export interface Written {
  /** Readings that were not stored: they were already in the database, or are obsolete ends of events. */
  known: ReadonlySet<ReadingInput>
  events: readonly NewEvent[]
}

/** A batch ready to be stored. */
export interface Prepared {
  inputs: readonly Input[]
  now: number
  careful: boolean
  omitsSingleMinutes: boolean
  newer: readonly ReadingInput[]
  doubtful: readonly ReadingInput[]
  /** Ends of events that are no longer needed. */
  obsolete: ReadonlySet<ReadingInput>
  rows: CopyEncoder
  /** null if the database must first determine which readings are new. */
  outcome: Outcome | null
}

interface Outcome {
  plan: Plan
  states: StateRows
}

/**
 * Sorts a batch and updates the state of its devices as far as possible without the database. `careful` assumes any
 * reading may be a duplicate and any bucket may already exist, as required after another process has written.
 */
export async function prepareBatch(
  inputs: readonly Input[],
  { now, careful, omitsSingleMinutes }: Pick<Prepared, 'now' | 'careful' | 'omitsSingleMinutes'>,
): Promise<Prepared> {
  const obsolete = findObsoleteEnds(inputs, now)
  const { newer, doubtful } = sort(inputs, obsolete, careful)
  const rows = readingRows(newer.length)
  await inSlices(newer, sliceSize, (slice) => encodeReadings(slice, rows))
  const outcome = doubtful.length === 0 ? await judge(inputs, obsolete, now, omitsSingleMinutes) : null
  return { inputs, now, careful, omitsSingleMinutes, newer, doubtful, obsolete, rows, outcome }
}

/** From here on the runtimes reflect this batch, so the values to write are copied now. */
async function judge(
  inputs: readonly Input[],
  known: ReadonlySet<ReadingInput>,
  now: number,
  omitsSingleMinutes: boolean,
): Promise<Outcome> {
  const plan = newPlan(omitsSingleMinutes)
  await inSlices(inputs, sliceSize, (slice) => evaluate(slice, known, plan, now))
  const states = stateRows(plan)
  for (const device of plan.touched) runtimeOf(device).version += 1
  return { plan, states }
}

/**
 * Writes a batch in the transaction that the caller has begun, and commits it: readings, quarantine entries, device states,
 * closed buckets, alerts, timers and events.
 */
export async function storeBatch(client: pg.ClientBase, batch: Prepared): Promise<Written> {
  const { inputs, now, newer, doubtful, obsolete } = batch
  // States first, if they are known: a conflict is detected before the readings are sent.
  if (batch.outcome) await writeStates(client, batch.outcome)
  await insertNewReadings(client, batch.rows)
  const repeats = doubtful.length === 0 ? noRepeats : await insertDoubtful(client, newer, doubtful, now)
  separateArrivals(repeats.contradictions, inputs)
  const known = new Set([...repeats.known, ...obsolete])
  const outcome = batch.outcome ?? (await judge(inputs, known, now, batch.omitsSingleMinutes))
  if (!batch.outcome) await writeStates(client, outcome)
  await insertRefused(client, [...refusedOf(inputs), ...contradictionsOf(repeats.contradictions, now)])
  await auditEndsByUsers(executeOn(client), inputs)
  await writeOutcome(client, outcome.plan, batch.careful)
  await client.query('commit')
  return { known, events: outcome.plan.events }
}

async function writeStates(client: pg.ClientBase, { states }: Outcome): Promise<void> {
  if ((await updateStates(client, states)) !== states.count) throw new StateConflict()
}

async function writeOutcome(client: pg.ClientBase, plan: Plan, careful: boolean): Promise<void> {
  for (const level of ['minute', 'hour', 'day'] as const) {
    if (careful) await mergeBuckets(client, level, plan.closed[level])
    else await insertBuckets(client, level, plan.closed[level])
    if (level === 'minute')
      await mergeLateMinutes(client, [...plan.late.minute.values()], plan.omitsSingleMinutes)
    else await mergeBuckets(client, level, lateRows(plan, level))
  }
  const lateHours = [...plan.late.hour.values()].map(({ deviceNo, bucket }) => ({
    no: deviceNo,
    start: bucket.start,
  }))
  await noteDueHours(client, [...plan.closedHours, ...lateHours])
  // Ends come first: the next alert of a type may be raised in the same batch, and only one may be open.
  await changeAlerts(client, changeRows(plan))
  await insertAlerts(client, alertRows(plan))
  await keepTimers(client, timerRows(plan))
  await appendEvents(executeOn(client), plan.events)
}

/**
 * A reading newer than all others of its device cannot be a duplicate; any other may be. The newer ones are grouped by device, since
 * rows that follow each other then go to the same pages of the table and of its index.
 */
function sort(
  inputs: readonly Input[],
  obsolete: ReadonlySet<ReadingInput>,
  careful: boolean,
): { newer: ReadingInput[]; doubtful: ReadingInput[] } {
  const newer = new Map<number, ReadingInput[]>()
  const doubtful: ReadingInput[] = []
  for (const input of inputs) {
    if (input.kind !== 'reading' || obsolete.has(input)) continue
    const { device, at } = input
    const newest = newer.get(device.no)
    if (careful || at <= (newest?.at(-1)?.at ?? runtimeOf(device).latestAt)) doubtful.push(input)
    else if (newest) newest.push(input)
    else newer.set(device.no, [input])
  }
  return { newer: [...newer.values()].flat(), doubtful }
}

function lateRows(plan: Plan, level: Exclude<Level, 'minute'>): CopyEncoder {
  const late = plan.late[level]
  const rows = bucketRows(late.size)
  for (const { deviceNo, bucket } of late.values()) encodeBucket(rows, deviceNo, bucket)
  return rows
}

interface Repeats {
  known: ReadonlySet<ReadingInput>
  /** Duplicates whose values differ from the stored ones: the first is kept, the second is quarantined. */
  contradictions: readonly ReadingInput[]
}
const noRepeats: Repeats = { known: new Set(), contradictions: [] }

const keyOf = ({ device, at }: ReadingInput) => `${device.no}/${at}`

async function insertDoubtful(
  client: pg.ClientBase,
  newer: readonly ReadingInput[],
  doubtful: readonly ReadingInput[],
  now: number,
): Promise<Repeats> {
  const inBatch = new Map(newer.map((reading) => [keyOf(reading), reading]))
  const first = new Map<string, ReadingInput>()
  const contradictions: ReadingInput[] = []
  for (const reading of doubtful) {
    const key = keyOf(reading)
    const other = inBatch.get(key) ?? first.get(key)
    if (!other) first.set(key, reading)
    else if (differ(other.values, reading.values)) contradictions.push(reading)
  }
  const compact = await findCompact(
    executeOn(client),
    [...first.values()].filter(({ device, at }) => mayBeCompact(at, runtimeOf(device).latestAt, now)),
  )
  const rest = [...first].flatMap(([key, reading]) => (compact.has(key) ? [] : reading))
  const inserted = await insertMissingReadings(client, rest)
  const differing = inserted.size < rest.length ? await findContradictions(client) : new Set()
  const known = new Set(
    doubtful.filter((reading) => first.get(keyOf(reading)) !== reading || !inserted.has(keyOf(reading))),
  )
  for (const [key, reading] of first) {
    const stored = compact.get(key)
    const isOther = stored ? differ(stored, reading.values) : differing.has(key) && !inserted.has(key)
    if (isOther) contradictions.push(reading)
  }
  return { known, contradictions }
}

/** Compares the values as they would be stored. */
function differ(values: Values, others: Values): boolean {
  return values.some((value, column) => {
    const other = others[column] ?? Number.NaN
    return Math.fround(value) !== Math.fround(other) && !(Number.isNaN(value) && Number.isNaN(other))
  })
}

const refusedOf = (inputs: readonly Input[]) =>
  inputs.filter((input): input is RefusedInput => input.kind === 'refused')

function contradictionsOf(readings: readonly ReadingInput[], now: number): RefusedInput[] {
  return readings.map(({ device, at, values, channel, submission }) => ({
    kind: 'refused',
    receivedAt: now,
    channel,
    mac: device.mac,
    device,
    reason: 'same time, other values',
    payload: JSON.stringify({ at: new Date(at).toISOString(), readings: namedValues(values) }),
    outOfRange: [],
    submission,
  }))
}
