import type { Instant } from '../../platform/db/column-types.ts'

interface RatingHourTable {
  device_no: number
  hour: Instant
  epa: number | null
  who: number | null
  uba: number | null
  indoor: number | null
  comfort: number | null
}

interface RatingMonthTable {
  device_no: number
  month: string
  scores: Buffer
}

export interface RatingTables {
  rating_hour: RatingHourTable
  rating_month: RatingMonthTable
}
