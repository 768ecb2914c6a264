import { alertTypeName } from '@eot/contract/shown-names'
import type { ReportPart } from '../report-context.section.ts'
import { duration, noAlerts, phrase, text, time } from '../report-facts.ts'
import { reportFigures } from '../report-figures.queries.ts'

const most = 10

/** The alerts that lasted longest. */
export const longest: ReportPart = {
  key: 'Longest',
  title: 'Longest alerts',
  async build(context) {
    const rows = await reportFigures(context, context.span).listLongest(most)
    return {
      blocks: [
        {
          kind: 'Table',
          key: 'longest',
          title: 'Longest alerts',
          columns: [
            { key: 'Start', title: 'Start', isNumber: false },
            { key: 'Type', title: 'Type', isNumber: false },
            { key: 'Device', title: 'Device', isNumber: false },
            { key: 'Site', title: 'Site', isNumber: false },
            { key: 'Answer', title: 'Answer', isNumber: false },
            { key: 'Length', title: 'Length', isNumber: true },
          ],
          rows: rows.map((alert) => [
            { ...time(alert.startedAt), link: `/alerts?alert=${alert.id}` },
            phrase(alertTypeName(alert.type)),
            text(alert.deviceName),
            text(alert.siteName),
            phrase(answerOf(alert)),
            duration(alert.seconds),
          ]),
          note: rows.some(({ endedAt }) => endedAt === null)
            ? ['The length of an alert that is still open counts until the report was made.']
            : rows.length === 0
              ? [noAlerts]
              : [],
        },
      ],
    }
  },
}

function answerOf({ confirmed, disposition }: { confirmed: boolean; disposition: string | null }): string {
  if (disposition !== null) return disposition === 'False' ? 'False alarm' : disposition
  return confirmed ? 'Confirmed' : 'Not confirmed'
}
