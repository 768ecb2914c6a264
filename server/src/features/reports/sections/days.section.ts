import { alertTypeName } from '@eot/contract/shown-names'
import { alertCountQueries } from '../../alert-counts/index.ts'
import type { ReportPart } from '../report-context.section.ts'
import { noAlerts } from '../report-facts.ts'
import { selectionOf } from '../report-figures.queries.ts'
import { listDays, startOfDay } from '../report-period.ts'

/** The number of types with a color of their own; the others are counted together. */
const mostNamed = 6

/** Alerts per day, by type. */
export const days: ReportPart = {
  key: 'Days',
  title: 'Alerts per day',
  async build(context) {
    const { tx, period, site, span } = context
    const named = listDays(period)
    const starts = named.map((day) => startOfDay(day, site.timeZone))
    const counted = await alertCountQueries(tx).countOverTime(selectionOf(context, span), starts, 'type')
    const byType = Map.groupBy(counted, ({ key }) => key)
    const totals = [...byType]
      .map(([key, counts]) => ({ key, counts, total: counts.reduce((sum, { count }) => sum + count, 0) }))
      .toSorted((a, b) => b.total - a.total || a.key.localeCompare(b.key, 'en'))
    const sum = (of: typeof totals) => {
      const values = named.map(() => 0)
      for (const { counts } of of)
        for (const { index, count } of counts) values[index] = (values[index] ?? 0) + count
      return values
    }
    const others = totals.slice(mostNamed)
    return {
      note: ['By type, on the day on which they started'],
      blocks:
        totals.length === 0
          ? [{ kind: 'Text', words: [noAlerts] }]
          : [
              {
                kind: 'Bars',
                days: named,
                series: [
                  ...totals
                    .slice(0, mostNamed)
                    .map((of) => ({ key: of.key, name: alertTypeName(of.key), values: sum([of]) })),
                  ...(others.length > 0 ? [{ key: 'Other', name: 'Other', values: sum(others) }] : []),
                ],
              },
            ],
    }
  },
}
