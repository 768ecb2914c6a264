import type { Instant } from '../../platform/db/column-types.ts'

interface ClosedDayTable {
  site_id: string
  /** 2026-11-25 */
  day: string
  name: string
}

/** The last local day for which everything at a site has been forecast. */
interface ForecastNightTable {
  site_id: string
  day: string
}

interface AlertForecastTable {
  site_id: string
  /** Empty: all types. */
  type_key: string
  day: string
  made_at: Instant
  mean: number
  low50: number
  high50: number
  low80: number
  high80: number
  /** Count of the same weekday a week before, which is the forecast of the simple rule. */
  last_week: number
  /** By local hour of the day, in order; with 23 or 25 when clocks change. */
  hour_means: number[]
  hour_lows: number[]
  hour_highs: number[]
  /** The actual count; null until the day has ended. */
  count: number | null
  hour_counts: number[] | null
}

interface SensorForecastTable {
  device_id: string
  sensor: string
  /** The first of its days. */
  day: string
  made_at: Instant
  model: string
  point: number[]
  low50: number[]
  high50: number[]
  low80: number[]
  high80: number[]
  naive: number[]
}

interface SensorForecastScoreTable {
  device_id: string
  sensor: string
  day: string
  /** How many hours of the day were measured. */
  hours: number
  /** Mean absolute misses of those hours. */
  miss: number
  naive_miss: number
  /** How many were within the bands. */
  inside50: number
  inside80: number
}

export interface ForecastTables {
  closed_day: ClosedDayTable
  forecast_night: ForecastNightTable
  alert_forecast: AlertForecastTable
  sensor_forecast: SensorForecastTable
  sensor_forecast_score: SensorForecastScoreTable
}
