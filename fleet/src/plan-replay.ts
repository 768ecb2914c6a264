import { createHash } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { type ColumnMapping, defaultMapping, sixDigits } from './column-mapping.ts'
import type { Readings, Sample } from './kinds.ts'
import { type ReadTime, wallTimeReader } from './wall-time.ts'

/** One recorded file, unpacked. */
export interface Recording {
  /** File name without folder and endings; names the device. */
  readonly name: string
  readonly text: string
}

export interface PlanOptions {
  readonly mapping?: readonly ColumnMapping[]
  /** Compared without regard to case. */
  readonly timeColumn?: string
  /** IANA name of the zone whose wall time was recorded. */
  readonly timeZone: string
  /** The last sample of all files is moved to this instant (epoch ms), or up to a second before it. */
  readonly shiftToMs?: number
}

export interface PlannedDevice {
  readonly name: string
  readonly mac: string
  /** By time; rows of the same instant in the order of the file. */
  readonly samples: readonly Sample[]
  /** Number of different instants: what a server keeps of the samples. */
  readonly distinct: number
}

export interface ReplayPlan {
  readonly devices: readonly PlannedDevice[]
  readonly rowsRead: number
  /** Rows without a time or without any value that could be read. */
  readonly rowsSkipped: number
  readonly distinctRows: number
  /** What was added to every recorded instant; whole seconds. */
  readonly shiftMs: number
}

/** A recording that cannot be replayed, and why. */
export class UnreadableRecording extends Error {
  override readonly name = 'UnreadableRecording'
}

/** What a replay of these recordings sends, computed without sending anything. */
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

/** The address of the device that replays a recording: locally administered, the same for the same name. */
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
  // Tables written by statistics programs number their rows in a column that has no name.
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
