import { createHash } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { type ColumnMapping, defaultMapping, sixDigits } from './column-mapping.ts'
import type { Readings, Sample } from './kinds.ts'
import { type ReadTime, wallTimeReader } from './wall-time.ts'

/** One recorded file, uncompressed. */
export interface Recording {
  /** File name without folder and extensions; the name of the device. */
  readonly name: string
  readonly text: string
}

export interface PlanOptions {
  readonly mapping?: readonly ColumnMapping[]
  /** Case-insensitive. */
  readonly timeColumn?: string
  /** IANA time zone of recorded wall times. */
  readonly timeZone: string
  /** Shift all samples so that the last one is at this instant (epoch ms), or up to a second earlier. */
  readonly shiftToMs?: number
}

export interface PlannedDevice {
  readonly name: string
  readonly mac: string
  /** Ordered by time; rows with the same timestamp in file order. */
  readonly samples: readonly Sample[]
  /** Number of distinct timestamps, which is the number of samples a server stores. */
  readonly distinct: number
}

export interface ReplayPlan {
  readonly devices: readonly PlannedDevice[]
  readonly rowsRead: number
  /** Rows without a valid time or without any valid value. */
  readonly rowsSkipped: number
  readonly distinctRows: number
  /** Added to every recorded timestamp; whole seconds, in ms. */
  readonly shiftMs: number
}

/** The recording cannot be replayed; the message says why. */
export class UnreadableRecording extends Error {
  override readonly name = 'UnreadableRecording'
}

/** Computes what a replay of these recordings sends, without sending anything. */
export function planReplay(recordings: readonly Recording[], options: PlanOptions): ReplayPlan {
  const readTime = wallTimeReader(options.timeZone)
  const read = recordings.map((recording) => ({
    name: recording.name,
    ...readRows(recording, options.mapping ?? defaultMapping, options.timeColumn ?? 'timestamp', readTime),
  }))
  let lastMs = Number.NEGATIVE_INFINITY
  for (const { samples } of read) for (const { at } of samples) lastMs = Math.max(lastMs, at)
  const shiftMs =
    options.shiftToMs === undefined || lastMs === Number.NEGATIVE_INFINITY
      ? 0
      : Math.floor((options.shiftToMs - lastMs) / 1_000) * 1_000
  const devices = read.map(({ name, samples }) => ({
    name,
    mac: macOf(name),
    samples: samples.map(({ at, readings }) => ({ at: at + shiftMs, readings })).sort((a, b) => a.at - b.at),
    distinct: new Set(samples.map(({ at }) => at)).size,
  }))
  const rowsSkipped = total(read.map(({ skipped }) => skipped))
  return {
    devices,
    rowsRead: total(read.map(({ samples }) => samples.length)) + rowsSkipped,
    rowsSkipped,
    distinctRows: total(devices.map(({ distinct }) => distinct)),
    shiftMs,
  }
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}

/** A locally administered MAC address derived from the name of a recording. */
export function macOf(name: string): string {
  const digest = createHash('sha256').update(name).digest('hex').toUpperCase()
  return ['02', 'E0', ...(digest.slice(0, 8).match(/../g) ?? [])].join(':')
}

function readRows(
  { name, text }: Recording,
  mapping: readonly ColumnMapping[],
  timeColumn: string,
  readTime: ReadTime,
): { samples: Sample[]; skipped: number } {
  const [header, ...rows]: string[][] = parse(text, {
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
  })
  if (!header) throw new UnreadableRecording(`${name} is empty`)
  // Tables exported from statistics software have row numbers in an unnamed column.
  const unnamed = Math.max(0, (rows[0]?.length ?? 0) - header.length)
  const positionOf = (column: string) => {
    const position = header.findIndex((title) => title.toLowerCase() === column.toLowerCase())
    return position < 0 ? undefined : position + unnamed
  }
  const timeAt = positionOf(timeColumn)
  if (timeAt === undefined) {
    throw new UnreadableRecording(`${name} has no column "${timeColumn}", only ${header.join(', ')}`)
  }
  const columns = mapping.flatMap(({ column, kind, scale }) => {
    const position = positionOf(column)
    return position === undefined || position === timeAt ? [] : [{ position, kind, scale }]
  })
  if (columns.length === 0)
    throw new UnreadableRecording(`${name} has no column of the mapping: ${header.join(', ')}`)

  const samples: Sample[] = []
  let previousMs: number | undefined
  for (const row of rows) {
    const at = readTime(row[timeAt] ?? '', previousMs)
    const readings: Partial<Readings> = {}
    for (const { position, kind, scale } of columns) {
      const cell = row[position] ?? ''
      const value = cell === '' ? Number.NaN : sixDigits(Number(cell) * scale)
      if (Number.isFinite(value)) readings[kind] = value
    }
    if (at === undefined || Object.keys(readings).length === 0) continue
    samples.push({ at, readings })
    previousMs = at
  }
  return { samples, skipped: rows.length - samples.length }
}
