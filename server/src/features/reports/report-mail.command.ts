import type { Report } from '@eot/contract/report-model'
import type { Kysely } from 'kysely'
import { siteIdsOf } from '../../access/site-path.ts'
import type { Database } from '../../database.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { renderPdf } from '../../platform/pdf/render-pdf.ts'
import { type Texts, textsIn } from '../../texts/texts.ts'
import type { ComposeMail, Recall } from '../messages/index.ts'
import { candidateQueries, findReading, type Receiver } from '../notifications/index.ts'
import { mayRead } from './may-read.ts'
import { presentReport } from './present-report.ts'
import { fileNameOf, reportPaper } from './report-paper.wire.ts'
import { reportPlanQueries } from './report-plan.queries.ts'
import { type ReportRow, reportQueries } from './reports.queries.ts'

interface Parts {
  clock: Clock
  log: Log
  publicUrl: string
}

/** Composes the email with a report, in the language, units and clock of its receiver. */
export const reportComposers = ({ log, publicUrl }: Parts): { Report: ComposeMail } => ({
  async Report(tx, message) {
    const readable = await findReadable(tx, message)
    const facts = readable && (await reportQueries(tx).findFacts(readable.row.id))
    if (!readable || !facts) return undefined
    const { person, row } = readable
    const home = siteIdsOf(person.sitePath).at(-1) ?? row.site_id
    const reading = await findReading(tx, person.userId)
    const say = textsIn(reading.language).reports.mail
    const report = presentReport(facts, reading, home)
    const { delivery, paper } = await reportPlanQueries(tx).getSettings(row.site_id)
    const isAttached = delivery === 'Attachment' && row.type !== 'Heatmap-Alerts'
    return {
      content: {
        language: reading.language,
        subject: `${report.Name}, ${facts.site.name}: ${report.Headline}`,
        heading: report.Headline,
        place: report.SitePath.map(({ Name }) => Name).join(' / '),
        paragraphs: [`${report.Name}, ${report.Period}`, report.Lede],
        rows: row.type === 'Heatmap-Alerts' ? unusualRows(report, say, publicUrl) : figureRows(report),
        action: {
          label: say.open,
          url: `${publicUrl}${pathOf(row)}?siteId=${row.site_id}&report=${row.id}`,
        },
        notes: [row.own_report_id === null ? say.bySubscription : say.byReport],
        ...(isAttached && {
          attachment: async () => {
            try {
              const bytes = await renderPdf(reportPaper(report, { size: paper, publicUrl }))
              return { fileName: fileNameOf(report, 'pdf'), mediaType: 'application/pdf', bytes }
            } catch (error) {
              log.error(
                { err: error, report: row.id },
                'a report could not be attached; its email has a link only',
              )
              return undefined
            }
          },
        }),
      },
      userId: person.userId,
      siteId: home,
    }
  },
})

/** Withdraws an email with a report that its receiver may no longer get. */
export const recallReport: Recall = async (tx, message) => (await findReadable(tx, message)) === undefined

/** Finds a report and the receiver of its email, unless it was deleted or the person may no longer get it at that address. */
async function findReadable(
  tx: Kysely<Database>,
  { details: { reportId = '' }, receiver, user_id: userId }: Parameters<ComposeMail>[1],
): Promise<{ row: ReportRow; person: Receiver } | undefined> {
  if (userId === null) return undefined
  const row = await reportQueries(tx).findWork(reportId)
  const person = (await candidateQueries(tx).findPeople([userId])).get(userId)
  if (!row || person?.email !== receiver || !mayRead(person, row.sitePath)) return undefined
  return { row, person }
}

/** Returns the page that shows it. */
function pathOf({ type, own_report_id: own }: ReportRow): string {
  if (own !== null) return '/reports'
  return type === 'Pdf-Monthly' ? '/reports/monthly-report' : '/reports/weekly-report'
}

const figureRows = (report: Report) =>
  report.Sections.flatMap(({ Blocks }) => Blocks)
    .flatMap((block) => (block.Kind === 'Figures' ? block.Items : []))
    .map(({ Label, Figure, Note }) => ({ title: `${Figure.Text} ${Label}`, text: Note }))

const unusualRows = (report: Report, say: Texts['reports']['mail'], publicUrl: string) =>
  report.Sections.flatMap(({ Blocks }) => Blocks)
    .flatMap((block) => (block.Kind === 'Table' ? block.Rows : []))
    .map(([hour, alerts, usual, type, device]) => ({
      title: say.unusual(`${hour?.Text}`, `${alerts?.Text}`, `${usual?.Text}`),
      text: `${say.mostly(`${type?.Text}`, `${device?.Text}`)} ${publicUrl}${hour?.Link ?? ''}`,
    }))
