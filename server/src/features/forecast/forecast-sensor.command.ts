import { forecastDays } from '@eot/contract/forecast'
import type { ForecastSensor } from '@eot/contract/forecast-sensors'
import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'
import { executeIn } from '../../platform/db/execute.queries.ts'
import { inSnapshot } from '../../platform/db/in-snapshot.ts'
import { readSeriesOfEach, type SeriesDevice } from '../readings/index.ts'
import type { ForecastThread } from './forecast-thread.ts'
import { localHours } from './hours/local-hours.ts'
import type { SeriesForecast } from './series/forecast-series.ts'
import { type MeasuredHours, measuredHours } from './series/measured-hours.ts'

/** Six weeks: older values hardly improve the forecast, and take time. */
const mostDays = 42

export interface MeasuredSensor {
  device: SeriesDevice
  sensor: ForecastSensor
  measured: MeasuredHours
  /** The mean of the hour that starts at this time, if it was measured. */
  valueAt: (startMs: number) => number | undefined
}

/** Reads the hourly means of sensors in the six weeks before a local day. */
export async function measureSensors(
  db: Kysely<Database>,
  devices: readonly SeriesDevice[],
  { sensors, timeZone, day }: { sensors: readonly ForecastSensor[]; timeZone: string; day: number },
): Promise<MeasuredSensor[]> {
  const days = { first: day - mostDays, end: day }
  const hours = localHours(timeZone, days.first, days.end)
  const [from, to] = [hours[0]?.at ?? 0, localHours(timeZone, day, day + 1)[0]?.at ?? 0]
  const wanted = { range: { from, to }, keys: sensors, interval: 'OneHour', timeZone } as const
  const series = await inSnapshot(db, (tx) => readSeriesOfEach(executeIn(tx), devices, wanted))
  return devices.flatMap((device, at) =>
    sensors.flatMap((sensor, index) => {
      if (!device.kinds.includes(sensor)) return []
      const values = new Map(series[at]?.[index]?.map(([start, mean]) => [start, mean]))
      const valueAt = (startMs: number) => values.get(startMs)
      return { device, sensor, valueAt, measured: measuredHours(hours, valueAt, days) }
    }),
  )
}

export const forecastHours = forecastDays * 24

/** Returns undefined if there is too little data. */
export async function forecastMeasured(
  thread: ForecastThread,
  { measured }: MeasuredSensor,
): Promise<SeriesForecast | undefined> {
  return measured.state === 'Ready' ? thread.forecast(measured, forecastHours) : undefined
}
