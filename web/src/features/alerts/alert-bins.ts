import type { Alert } from '@eot/contract/alerts'
import { alertLook } from '../../domain/sensors/sensor-look.tsx'
import type { TimeRange } from '../../lib/time/time-range.ts'
import type { HistogramBar } from '../../ui/chart/histogram-strip.tsx'

const minute = 60_000
const hour = 60 * minute
const steps = [
  minute,
  5 * minute,
  15 * minute,
  30 * minute,
  hour,
  3 * hour,
  6 * hour,
  12 * hour,
  24 * hour,
  168 * hour,
]
const mostBars = 120

type AlertBar = Omit<HistogramBar, 'label'>

/** Counts alert starts per bin of the range. Colors stand for sensor kinds, with the most frequent at the bottom. */
export function alertBins(alerts: readonly Alert[], range: TimeRange): { bars: AlertBar[]; stepMs: number } {
  const span = range.endTime - range.startTime
  const stepMs = steps.find((step) => span / step <= mostBars) ?? Math.ceil(span / mostBars / hour) * hour
  const bins = new Map<number, Map<string, number>>()
  const totals = new Map<string, number>()
  for (const alert of alerts) {
    const at = Date.parse(alert.StartAt)
    if (at < range.startTime || at >= range.endTime) continue
    const color = alertLook(alert.Type.Key, alert.Sensor).color
    const startMs = range.startTime + Math.floor((at - range.startTime) / stepMs) * stepMs
    const bin = bins.get(startMs) ?? new Map<string, number>()
    bins.set(startMs, bin.set(color, (bin.get(color) ?? 0) + 1))
    totals.set(color, (totals.get(color) ?? 0) + 1)
  }
  const order = [...totals.keys()].toSorted((a, b) => (totals.get(b) ?? 0) - (totals.get(a) ?? 0))
  const bars = [...bins].map(([startMs, counts]) => ({
    startMs,
    endMs: startMs + stepMs,
    parts: order
      .filter((color) => counts.has(color))
      .map((color) => ({ key: color, color, count: counts.get(color) ?? 0 })),
  }))
  return { bars, stepMs }
}

/** Median duration of ended alerts, in seconds. undefined: none has ended. */
export function medianDuration(alerts: readonly Alert[]): number | undefined {
  const ended = alerts.filter((alert) => alert.EndAt !== null).map((alert) => alert.Duration)
  ended.sort((a, b) => a - b)
  const middle = ended.length >> 1
  if (ended.length % 2 === 1) return ended[middle]
  const [low, high] = [ended[middle - 1], ended[middle]]
  return low === undefined || high === undefined ? undefined : (low + high) / 2
}
