import { findUnusual } from '@eot/contract/unusual-cells'
import { alertCountQueries, toHeatmap } from '../../alert-counts/index.ts'
import { alertsLink } from '../alerts-link.ts'
import type { ReportPart } from '../report-context.section.ts'
import { noAlerts } from '../report-facts.ts'
import { selectionOf } from '../report-figures.queries.ts'

/** From Monday; 0 is Sunday. */
const weekdays = [1, 2, 3, 4, 5, 6, 0]

/** When alerts started: weekday by hour. */
export const hours: ReportPart = {
  key: 'Hours',
  title: 'When alerts started',
  async build(context) {
    const { tx, site, span } = context
    const counted = await alertCountQueries(tx).countCells(selectionOf(context, span), site.timeZone)
    const cells = findUnusual(toHeatmap(site.timeZone, counted).Cells)
    return {
      note: ['Day and hour; a corner marks what chance does not explain'],
      blocks:
        counted.length === 0
          ? [{ kind: 'Text', words: [noAlerts] }]
          : [
              {
                kind: 'Heatmap',
                rows: weekdays.map((weekday) => ({
                  weekday,
                  cells: cells
                    .filter(({ DayOfWeek }) => DayOfWeek === weekday)
                    .map(({ Count, HourOfDay, isUnusual }) => ({
                      count: Count,
                      isUnusual,
                      link: alertsLink(context, { weekday, hour: HourOfDay }),
                    })),
                })),
              },
            ],
    }
  },
}
