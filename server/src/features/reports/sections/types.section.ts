import { alertTypeName } from '@eot/contract/shown-names'
import { alertsLink } from '../alerts-link.ts'
import type { ReportPart } from '../report-context.section.ts'
import { change, count, duration, noAlerts, phrase } from '../report-facts.ts'
import { reportFigures } from '../report-figures.queries.ts'

/** Alerts by type, compared with the period before. */
export const types: ReportPart = {
  key: 'Types',
  title: 'By type',
  async build(context) {
    const now = await reportFigures(context, context.span).listAnswers()
    const then = await reportFigures(context, context.before).listAnswers()
    const before = new Map(then.map(({ type, count }) => [type, count]))
    // A type without alerts in this period is of interest too.
    const gone = then.filter(({ type }) => !now.some((other) => other.type === type))
    const rows = [...now, ...gone.map((one) => ({ ...one, count: 0, medianDuration: null, longest: null }))]
    return {
      blocks: [
        {
          kind: 'Table',
          key: 'types',
          title: 'Alerts by type',
          columns: [
            { key: 'Type', title: 'Type', isNumber: false },
            { key: 'Alerts', title: 'Alerts', isNumber: true },
            { key: 'Before', title: 'Before', isNumber: true },
            { key: 'Change', title: 'Change', isNumber: true },
            { key: 'MedianDuration', title: 'Median length', isNumber: true },
            { key: 'Longest', title: 'Longest', isNumber: true },
          ],
          rows: rows.map((row) => [
            { ...phrase(alertTypeName(row.type)), link: alertsLink(context, { type: row.type }) },
            count(row.count),
            count(before.get(row.type) ?? 0),
            change(row.count - (before.get(row.type) ?? 0)),
            duration(row.medianDuration),
            duration(row.longest),
          ]),
          ...(rows.length === 0 && { note: [noAlerts] }),
        },
      ],
    }
  },
}
