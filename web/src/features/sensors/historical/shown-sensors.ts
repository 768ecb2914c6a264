import type { Point } from '@eot/contract/sensors'
import { sensorOrder } from '../sensor-order.ts'

interface Series {
  Sensor: string
  Points: readonly Point[]
}

/** The order of the tiles of the live page. */
const ordered = sensorOrder.flatMap(([, kinds]): readonly string[] => kinds)

export function sensorsWithData(series: readonly Series[]): string[] {
  const found = new Set(series.filter(({ Points }) => Points.length > 0).map(({ Sensor }) => Sensor))
  return ordered.filter((sensor) => found.has(sensor))
}

/** Returns the times at which any sensor has a value, ascending, so that a sensor that reports rarely does not make a gap. */
export function timesOf(series: readonly Series[]): number[] {
  return allTimes(series.map(({ Points }) => Points))
}

/** Returns the times of all points, ascending and without repetitions. */
export function allTimes(lines: readonly (readonly Point[])[]): number[] {
  const times = new Set<number>()
  for (const points of lines) for (const [ms] of points) times.add(ms)
  return [...times].sort((a, b) => a - b)
}

/** The sensors that usually say most about a room. */
const telling = ['temperature', 'humidity', 'ECO2', 'particulate', 'TVOC', 'vape', 'noise']
const mostAtFirst = 5

/** Returns the chosen sensors that have data, or else the most informative ones. */
export function shownSensors(chosen: readonly string[] | undefined, measured: readonly string[]): string[] {
  const wanted = measured.filter((sensor) => chosen?.includes(sensor))
  if (wanted.length > 0) return wanted
  const usual = telling.filter((sensor) => measured.includes(sensor)).slice(0, mostAtFirst)
  return usual.length > 0 ? usual : measured.slice(0, mostAtFirst)
}
