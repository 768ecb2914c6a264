import type { Point } from '@eot/contract/sensors'
import { type SensorKey, sensorKinds } from '@eot/contract/vocabulary'
import type { PointShape, Span } from './span.ts'

const hourMs = 3_600_000
const usualMs = 3 * hourMs
/** Longer than a weekend without people. */
const roundedMs = 72 * hourMs

/**
 * How long a value may stay the same in a room, by its number of decimals. Sensors that are not listed normally stay at one
 * value while nothing happens. Measured: docs/decisions/074-data-quality.md.
 */
const longestMs: Partial<Record<SensorKey, readonly { decimals: number; ms: number }[]>> = {
  temperature: [
    { decimals: 2, ms: usualMs },
    { decimals: 1, ms: roundedMs },
  ],
  humidity: [
    { decimals: 2, ms: usualMs },
    { decimals: 0, ms: roundedMs },
  ],
  noise: [
    { decimals: 1, ms: usualMs },
    { decimals: 0, ms: roundedMs },
  ],
  ECO2: [{ decimals: 0, ms: usualMs }],
  TVOC: [{ decimals: 0, ms: usualMs }],
  IAQ: [{ decimals: 0, ms: usualMs }],
  gas: [{ decimals: 0, ms: usualMs }],
}

/**
 * In clean air a sensor stays at its lowest value, which is not a fault. The lowest value of these sensors is above the minimum
 * of their range.
 */
const floors: Partial<Record<SensorKey, number>> = { ECO2: 400, IAQ: 25 }

/** Fewer equal readings may be a coincidence. */
const leastReadings = 12

/**
 * Finds where a sensor sent the same value for longer than is plausible in a room, from the first to the last point with that
 * value. Points further apart than `apartMs` do not belong together.
 */
export function findStuck(
  sensor: SensorKey,
  points: readonly Point[],
  { shape, apartMs }: { shape: PointShape; apartMs: number },
): Span[] {
  if (!longestMs[sensor]) return []
  return runsOf(points, apartMs)
    .filter(({ value, from, last, readings }) => {
      const ms = longestOf(sensor, value)
      return ms !== undefined && last - from >= ms && readings >= leastReadings
    })
    .map(({ from, last }) => ({ from, to: shape.endOf(last) }))
}

interface Run {
  value: number
  from: number
  last: number
  readings: number
}

/** Returns runs of consecutive points with the same value throughout. */
function runsOf(points: readonly Point[], apartMs: number): Run[] {
  const runs: Run[] = []
  let run: Run | undefined
  for (const [at, , min, max, count] of points) {
    if (min !== max) {
      run = undefined
    } else if (run && run.value === min && at - run.last <= apartMs) {
      run.last = at
      run.readings += count
    } else {
      run = { value: min, from: at, last: at, readings: count }
      runs.push(run)
    }
  }
  return runs
}

/** Returns undefined if there is no limit. */
function longestOf(sensor: SensorKey, value: number): number | undefined {
  const lowest = floors[sensor] ?? sensorKinds.find(({ key }) => key === sensor)?.min ?? 0
  if (value <= lowest) return undefined
  const given = decimalsOf(value)
  return longestMs[sensor]?.find(({ decimals }) => given >= decimals)?.ms
}

/** Values are stored with six digits. */
const decimalsOf = (value: number): number => String(Number(value.toPrecision(6))).split('.')[1]?.length ?? 0
