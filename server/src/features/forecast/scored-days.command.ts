import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'
import { forecastQueries } from './forecasts.queries.ts'

/** A past day: the forecast of all alerts of a site made before it began, and the actual count. */
export interface ScoredDay {
  /** YYYY-MM-DD, in the calendar of the site. */
  day: string
  mean: number
  /** The 80 % range. */
  low: number
  high: number
  count: number
  /** Count of the same weekday a week before. */
  lastWeek: number
}

/** Lists the scored days from the first to the last day of a period, oldest first. */
export async function listScoredDays(
  db: Kysely<Database>,
  siteId: string,
  days: { firstDay: string; lastDay: string },
): Promise<ScoredDay[]> {
  const rows = await forecastQueries(db).listScoredBetween(siteId, days)
  return rows.map(({ day, mean, low80, high80, count, last_week }) => ({
    day,
    mean,
    low: low80,
    high: high80,
    count: count ?? 0,
    lastWeek: last_week,
  }))
}
