import type { ExpectedDay, ScoredDay, WeeklyForecast } from '@eot/contract/forecast'
import { clockTime } from '../../lib/time/time.ts'
import { type Measurement, shownDifference } from '../../lib/units.ts'
import { dateFormat } from '../../texts/date-format.ts'
import { t } from '../../texts/i18n.ts'
import { numberText } from '../../texts/number-format.ts'

/** Formats a mean number of alerts as people would say it, not as 0.3 alerts. */
export const meanText = (mean: number): string =>
  mean < 0.5 ? t('forecast.less') : numberText(Math.round(mean))

/** Dates are those of the site's calendar, regardless of the time zone. */
const ofDate = (date: string) => Date.parse(`${date}T12:00:00Z`)
export const dayName = (date: string, style: 'short' | 'long') =>
  dateFormat('UTC', { weekday: style }).format(ofDate(date))
export const dayAndMonth = (date: string) =>
  dateFormat('UTC', { day: 'numeric', month: 'short' }).format(ofDate(date))
export const dateText = (date: string) =>
  dateFormat('UTC', { weekday: 'short', day: 'numeric', month: 'short' }).format(ofDate(date))

export const busiestDay = (days: readonly ExpectedDay[]): ExpectedDay | undefined =>
  days.reduce<ExpectedDay | undefined>((best, day) => (best && best.Mean >= day.Mean ? best : day), undefined)

export function headline({ Expected, Days }: WeeklyForecast): string {
  const busiest = busiestDay(Days)
  if (!Expected || !busiest || Expected.Mean < 0.5) return t('forecast.quietHeadline')
  return t('forecast.headline', { count: Math.round(Expected.Mean), day: dayName(busiest.Date, 'long') })
}

/** Returns the hours that the chart of every day shows: those with expected or actual alerts, at least from 6 to 18. */
export function shownHours(
  days: readonly { Hours: readonly { Hour: number; Mean: number; High80: number }[] }[],
) {
  const busy = days.flatMap(({ Hours }) =>
    Hours.flatMap(({ Hour, Mean, High80 }) => (Mean >= 0.15 || High80 >= 1 ? Hour : [])),
  )
  return { from: Math.min(6, ...busy), to: Math.max(18, ...busy.map((hour) => hour + 1)) }
}

/** Summarizes how far forecasts were from the actual counts. */
export function qualityOf(scored: readonly ScoredDay[]) {
  const meanOf = (of: (day: ScoredDay) => number) =>
    scored.reduce((sum, day) => sum + of(day), 0) / scored.length
  return {
    days: scored.length,
    ours: meanOf(({ Mean, Count }) => Math.abs(Mean - Count)),
    simple: meanOf(({ LastWeek, Count }) => Math.abs(LastWeek - Count)),
    inside: scored.filter(isInside).length,
  }
}

/** Returns by how many whole percent the forecast is better than the simple rule; 0 if it is not. */
export const percentBetter = ({ ours, simple }: { ours: number; simple: number }): number =>
  ours < simple ? Math.round(100 * (1 - ours / simple)) : 0

export const isInside = ({
  Count,
  Low80,
  High80,
}: {
  Count: number
  Low80: number
  High80: number
}): boolean => Count >= Low80 && Count <= High80

export const oneDecimal = (value: number): string =>
  numberText(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 })

export const hourText = (startMs: number, zone: string): string => clockTime(startMs, zone)

/** The error of a value, rounded to two digits. */
export function missText(miss: number, unit: string, measurement: Measurement): string {
  return numberText(Number(shownDifference(miss, unit, measurement).toPrecision(2)))
}
