import type { Level } from './level.ts'
import { type NewestReading, openStarts } from './open-starts.ts'

/** Which device to read, and from when. */
export interface Source {
  no: number
  /** Epoch ms, included. */
  from: number
  /** Epoch ms, excluded. Default: no limit. */
  to?: number | undefined
  /** If given, everything read belongs to the bucket that starts then, which is still open. */
  openFrom?: number
  /** Readings of this device up to this time are left out. Epoch ms. Unlike `from` and `to`, it may differ within a statement. */
  after?: number
}

interface Device extends NewestReading {
  no: number
}

/** Epoch ms, [from, to). */
interface Range {
  from: number
  to: number
}

interface Step {
  level: Level | 'reading'
  sources: Source[]
}

const finer: Record<Level, Level | 'reading'> = { day: 'hour', hour: 'minute', minute: 'reading' }

/**
 * Returns which time range to read from each level. Closed buckets are read from the requested level. The data of the open bucket
 * is read from the next finer level, and so on down to single readings. A level is read only up to the start of its open bucket:
 * after a change of the time zone, a stored bucket of late readings may start at the same time as the open bucket.
 */
export function stepsOf(level: Level, devices: readonly Device[], range: Range): Step[] {
  const open = new Map(devices.map((device) => [device.no, openStartsIn(device, level, range)]))
  const steps: Step[] = [
    { level, sources: devices.map(({ no }) => ({ no, from: range.from, to: open.get(no)?.[level] })) },
  ]
  for (let at: Level | 'reading' = level; at !== 'reading'; at = finer[at]) {
    const [current, next]: [Level, Level | 'reading'] = [at, finer[at]]
    const sources = [...open].flatMap(([no, starts]) =>
      starts
        ? {
            no,
            from: Math.max(starts[current], range.from),
            to: next === 'reading' ? undefined : starts[next],
            openFrom: starts[level],
          }
        : [],
    )
    steps.push({ level: next, sources })
  }
  return steps
}

/** Returns undefined if the open bucket of this level is not in the range. */
function openStartsIn(device: Device, level: Level, { from, to }: Range) {
  const starts = openStarts(device)
  if (!starts || !device.latest_at || device.latest_at.getTime() < from) return undefined
  return starts[level] < to ? starts : undefined
}

/** Returns a function that returns the place of a device in the list. It throws if the device is not in the list. */
export function placesOf(devices: readonly { no: number }[]): (no: number) => number {
  const places = new Map(devices.map(({ no }, place) => [no, place]))
  return (no) => {
    const place = places.get(no)
    if (place === undefined) throw new Error(`read values of device ${no}, which was not requested`)
    return place
  }
}
