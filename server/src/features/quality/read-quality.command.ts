import type { QualitySpan } from '@eot/contract/quality'
import type { Interval, Point } from '@eot/contract/sensors'
import type { SensorKey } from '@eot/contract/vocabulary'
import type { Execute } from '../../platform/db/execute.queries.ts'
import {
  intervalLengthMs,
  intervalMs,
  listReportIntervals,
  nextIntervalStart,
  type Range,
  type ReportIntervals,
  type SeriesDevice,
} from '../readings/index.ts'
import { judgeQuality } from './judge-quality.ts'
import { listRejected, listSkews } from './quality.queries.ts'
import type { PointShape } from './span.ts'

const hourMs = 3_600_000

interface Read {
  range: Range
  interval: Interval
  timeZone: string
  /** Epoch ms. Later values are not missing yet. */
  now: number
}

/** Reads what the quality of each series of some devices in a range is judged by, besides its values. */
export async function readQuality(
  execute: Execute,
  devices: readonly SeriesDevice[],
  { range, interval, timeZone, now }: Read,
): Promise<(device: SeriesDevice, sensor: SensorKey, points: readonly Point[]) => QualitySpan[]> {
  const past = { from: range.from, to: Math.min(range.to, now) }
  const nos = devices.map(({ no }) => no)
  const ids = devices.map(({ id }) => id)
  const intervals = await listReportIntervals(
    execute,
    nos.map((no) => ({ no, ...past })),
  )
  const rejected = await listRejected(execute, ids, past)
  const skews = await listSkews(execute, nos, past)
  const shape = shapeOf(interval, timeZone)
  return ({ id, no, report_seconds }, sensor, points) => {
    const always: ReportIntervals = [
      { since: Number.NEGATIVE_INFINITY, ms: intervalMs(report_seconds, null) },
    ]
    return judgeQuality(sensor, points, {
      range: past,
      shape,
      intervals: intervals.get(no) ?? always,
      rejected: rejected.get(id)?.get(sensor) ?? [],
      skews: skews.get(no) ?? [],
    })
  }
}

/** Points of a day or longer, and parts of a day, have other lengths where clocks change. */
function shapeOf(interval: Interval, timeZone: string): PointShape {
  const lengthMs = intervalLengthMs(interval)
  if (interval === 'Raw' || lengthMs <= hourMs) return { lengthMs, endOf: (start) => start + lengthMs }
  const ends = new Map<number, number>()
  return {
    lengthMs,
    endOf(start) {
      const end = ends.get(start) ?? nextIntervalStart(interval, start, timeZone)
      ends.set(start, end)
      return end
    },
  }
}
