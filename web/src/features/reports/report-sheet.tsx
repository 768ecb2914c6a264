import type { Report, ReportSection } from '@eot/contract/report-model'
import { reports } from '@eot/contract/reports'
import { useTranslation } from 'react-i18next'
import { callForBlob } from '../../lib/api/api.ts'
import { shownClock } from '../../texts/date-format.ts'
import { ReportBlockView } from './report-block.tsx'

interface ReportSheetProps {
  report: Report
  siteId: string
  /** The id, if it is one of the archive. */
  archived: string | undefined
  type: 'Pdf-Weekly' | 'Pdf-Monthly'
  day: string | undefined
}

/** The report as on paper. */
export function ReportSheet({ report, siteId, archived, type, day }: ReportSheetProps) {
  const { t } = useTranslation()
  const clock = shownClock()
  const loadTable = (table: string) =>
    archived
      ? callForBlob(reports.table, { params: { id: archived }, query: { table, clock } })
      : callForBlob(reports.viewTable, {
          params: { id: siteId },
          query: { type, table, clock, ...(day && { day }) },
        })
  return (
    <article className="report-sheet card" aria-label={report.Name}>
      <p className="report-eyebrow">
        {report.Period} · {report.SitePath.map(({ Name }) => Name).join(' / ')}
      </p>
      <h2>{report.Headline}</h2>
      <p className="report-lede">{report.Lede}</p>
      {report.Sections.map((section) => (
        <Section key={section.Key} section={section} loadTable={loadTable} />
      ))}
      <footer className="muted">
        {report.Made} · {t('reports.sameAsPdf')}
      </footer>
    </article>
  )
}

function Section({
  section,
  loadTable,
}: {
  section: ReportSection
  loadTable: (table: string) => Promise<Blob>
}) {
  return (
    <section className="report-section">
      <h3>
        {section.Title} {section.Note && <small className="report-note">{section.Note}</small>}
      </h3>
      {section.Blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a section never change places
        <ReportBlockView key={index} block={block} loadTable={loadTable} />
      ))}
    </section>
  )
}
