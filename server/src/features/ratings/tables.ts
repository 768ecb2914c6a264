import type { Instant } from '../../platform/db/column-types.ts'
import type { ScoreColumn } from './score-columns.ts'

type RatingHourTable = Record<ScoreColumn, number | null> & { device_no: number; hour: Instant }

interface RatingMonthTable {
  device_no: number
  month: string
  scores: Buffer
}

export interface RatingTables {
  rating_hour: RatingHourTable
  rating_month: RatingMonthTable
}
