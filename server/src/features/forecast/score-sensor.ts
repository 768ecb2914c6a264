import type { LocalHour } from './hours/local-hours.ts'

interface StoredForecast {
  device_id: string
  sensor: string
  day: string
  point: readonly number[]
  low50: readonly number[]
  high50: readonly number[]
  low80: readonly number[]
  high80: readonly number[]
  naive: readonly number[]
}

/** Compares the first day of a forecast with the measured hours; undefined if none was measured. */
export function scoreSensor(
  stored: StoredForecast,
  hours: readonly LocalHour[],
  valueAt: (startMs: number) => number | undefined,
) {
  const sums = { hours: 0, miss: 0, naive_miss: 0, inside50: 0, inside80: 0 }
  for (const { at, hour } of hours) {
    const value = valueAt(at)
    const [point, naive] = [stored.point[hour], stored.naive[hour]]
    if (value === undefined || point === undefined || naive === undefined) continue
    const isWithin = (low: readonly number[], high: readonly number[]) =>
      value >= (low[hour] ?? Number.NaN) && value <= (high[hour] ?? Number.NaN)
    sums.hours++
    sums.miss += Math.abs(value - point)
    sums.naive_miss += Math.abs(value - naive)
    if (isWithin(stored.low50, stored.high50)) sums.inside50++
    if (isWithin(stored.low80, stored.high80)) sums.inside80++
  }
  if (sums.hours === 0) return undefined
  const { device_id, sensor, day } = stored
  return {
    device_id,
    sensor,
    day,
    ...sums,
    miss: sums.miss / sums.hours,
    naive_miss: sums.naive_miss / sums.hours,
  }
}
