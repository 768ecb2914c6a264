import { firstForecastDay, forecastDays, listScoredDays } from '../../forecast/index.ts'
import type { ReportPart } from '../report-context.section.ts'
import { type BlockFacts, count, type Fact, share, type Words } from '../report-facts.ts'

const number = (value: number): Fact => ({ as: 'number', value })
const oneDigit = (value: number): number => Math.round(value * 10) / 10

/** The forecast of each day, made before it began, and the alerts raised. */
export const forecast: ReportPart = {
  key: 'Forecast',
  title: 'How good the forecast was',
  async build({ tx, scope, site, period, deviceIds, madeAt }) {
    // Only forecasts of whole sites are stored.
    const isWhole = deviceIds === undefined && scope.includesSubSites
    const days = isWhole ? await listScoredDays(tx, site.id, period) : []
    const misses = (of: (day: (typeof days)[number]) => number) =>
      oneDigit(days.reduce((sum, day) => sum + Math.abs(day.count - of(day)), 0) / days.length)
    const inside = days.filter(({ count, low, high }) => count >= low && count <= high).length
    const none: Words = [
      isWhole
        ? 'No day of this period was forecast. A site is forecast once it has three weeks of data.'
        : 'Forecasts are made of whole sites, not of chosen devices.',
    ]
    const isForgotten = isWhole && period.firstDay < firstForecastDay(madeAt)
    const forgotten: Words = [
      'Forecasts are kept for ',
      count(forecastDays),
      ' days; earlier ones are not listed.',
    ]
    const figures: BlockFacts = {
      kind: 'Figures',
      items: [
        {
          key: 'ForecastInside',
          label: 'days in the 80% range',
          figure: { ...share(inside, days.length), link: `/forecast?siteId=${site.id}` },
          note: [count(inside), ' of ', count(days.length)],
        },
        {
          key: 'ForecastMiss',
          label: 'mean miss, alerts a day',
          figure: number(misses(({ mean }) => mean)),
          note: [number(misses(({ lastWeek }) => lastWeek)), ' if every day were as a week before'],
        },
      ],
    }
    return {
      note: ['Each day as it was forecast before it began'],
      blocks: [
        ...(days.length === 0 ? [] : [figures]),
        {
          kind: 'Table',
          key: 'forecast',
          title: 'Forecast and alerts by day',
          columns: [
            { key: 'Day', title: 'Day', isNumber: false },
            { key: 'Expected', title: 'Expected', isNumber: true },
            { key: 'From', title: '80% from', isNumber: true },
            { key: 'To', title: 'to', isNumber: true },
            { key: 'Alerts', title: 'Alerts', isNumber: true },
            { key: 'WeekBefore', title: 'A week before', isNumber: true },
          ],
          rows: days.map(({ day, mean, low, high, count: came, lastWeek }) => [
            { as: 'day', value: day },
            number(oneDigit(mean)),
            count(low),
            count(high),
            count(came),
            count(lastWeek),
          ]),
          note: isForgotten ? forgotten : days.length === 0 ? none : [],
        },
      ],
    }
  },
}
