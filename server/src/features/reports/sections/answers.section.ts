import { alertTypeName } from '@eot/contract/shown-names'
import type { ReportPart } from '../report-context.section.ts'
import { count, duration, phrase, share } from '../report-facts.ts'
import { reportFigures } from '../report-figures.queries.ts'

/** Whether and how fast alerts were confirmed, and their dispositions. */
export const answers: ReportPart = {
  key: 'Answers',
  title: 'How alerts were answered',
  async build(context) {
    const figures = reportFigures(context, context.span)
    const all = await figures.sumAnswers()
    const rows = await figures.listAnswers()
    return {
      note: ['Confirmed by someone, and what it turned out to be'],
      blocks: [
        {
          kind: 'Table',
          key: 'answers',
          title: 'How alerts were answered',
          columns: [
            { key: 'Type', title: 'Type', isNumber: false },
            { key: 'Alerts', title: 'Alerts', isNumber: true },
            { key: 'Confirmed', title: 'Confirmed', isNumber: true },
            { key: 'Share', title: 'Share', isNumber: true },
            { key: 'TimeToConfirm', title: 'Median time', isNumber: true },
            { key: 'Real', title: 'Real', isNumber: true },
            { key: 'False', title: 'False alarm', isNumber: true },
            { key: 'Unknown', title: 'Unknown', isNumber: true },
            { key: 'NotJudged', title: 'Not judged', isNumber: true },
          ],
          rows: [...rows, ...(rows.length > 1 ? [all] : [])].map((row) => [
            phrase(row.type === '' ? 'All' : alertTypeName(row.type)),
            count(row.count),
            count(row.confirmed),
            share(row.confirmed, row.count),
            duration(row.medianToConfirm),
            count(row.real),
            count(row.false),
            count(row.unknown),
            count(row.count - row.real - row.false - row.unknown),
          ]),
          ...(rows.length === 0 && { note: ['There was nothing to answer in this period.'] }),
        },
      ],
    }
  },
}
