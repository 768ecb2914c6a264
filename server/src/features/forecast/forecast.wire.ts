import type { ExpectedAlerts, ScoredDay, SensorScore } from '@eot/contract/forecast'
import { sensorKinds } from '@eot/contract/vocabulary'
import type { Database } from '../../database.ts'
import type { Expected, ExpectedDay, ExpectedHour } from './alerts/alert-week.ts'
import type { SensorScoreRow } from './forecasts.queries.ts'
import { dayOfDate, type LocalHour, localHours } from './hours/local-hours.ts'

export const expectedToWire = ({ mean, low50, high50, low80, high80 }: Expected): ExpectedAlerts => ({
  Mean: mean,
  Low50: low50,
  High50: high50,
  Low80: low80,
  High80: high80,
})

export const hourToWire = (hour: ExpectedHour) => ({
  StartAt: hour.at,
  Hour: hour.hour,
  ...expectedToWire(hour),
})

export const dayToWire = (day: ExpectedDay) => ({
  Date: day.date,
  StartAt: day.at,
  Closed: day.closed,
  ...expectedToWire(day),
  Hours: day.hours.map(hourToWire),
})

type ScoredRow = Pick<
  Database['alert_forecast'],
  | 'day'
  | 'mean'
  | 'low80'
  | 'high80'
  | 'count'
  | 'last_week'
  | 'hour_means'
  | 'hour_lows'
  | 'hour_highs'
  | 'hour_counts'
>

export function scoredToWire(row: ScoredRow, timeZone: string): ScoredDay {
  const day = dayOfDate(row.day)
  const clock = localHours(timeZone, day, day + 1)
  return {
    Date: row.day,
    Mean: row.mean,
    Low80: row.low80,
    High80: row.high80,
    Count: row.count ?? 0,
    LastWeek: row.last_week,
    Hours: row.hour_means.map((Mean, index) => ({
      Hour: clock[index]?.hour ?? index,
      Mean,
      Low80: row.hour_lows[index] ?? 0,
      High80: row.hour_highs[index] ?? 0,
      Count: row.hour_counts?.[index] ?? 0,
    })),
  }
}

export const unitOf = (sensor: string): string => sensorKinds.find(({ key }) => key === sensor)?.unit ?? ''

export const scoreToWire = (row: SensorScoreRow): SensorScore => ({
  Sensor: row.sensor,
  Unit: unitOf(row.sensor),
  Forecasts: row.forecasts,
  Miss: row.miss,
  SimpleMiss: row.naiveMiss,
  Inside50: row.inside50,
  Inside80: row.inside80,
})

interface SeriesBands {
  point: ArrayLike<number>
  low50: ArrayLike<number>
  high50: ArrayLike<number>
  low80: ArrayLike<number>
  high80: ArrayLike<number>
}

/** Returns the forecast of each hour of local time: a repeated hour has the same value twice, and a skipped one is left out. */
export const valuesToWire = (of: SeriesBands, timeZone: string, firstDay: number) =>
  localHours(timeZone, firstDay, firstDay + of.point.length / 24).map((hour: LocalHour) => {
    const index = (hour.day - firstDay) * 24 + hour.hour
    const rounded = (values: ArrayLike<number>) => Number((values[index] ?? 0).toPrecision(6))
    return {
      StartAt: hour.at,
      Value: rounded(of.point),
      Low50: rounded(of.low50),
      High50: rounded(of.high50),
      Low80: rounded(of.low80),
      High80: rounded(of.high80),
    }
  })
