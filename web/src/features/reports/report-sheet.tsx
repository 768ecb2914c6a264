import type { Report, ReportSection } from '@eot/contract/report-model'
import { useTranslation } from 'react-i18next'
import { ReportBlockView } from './report-block.tsx'

interface ReportSheetProps {
  report: Report
  /** One of its tables as CSV. */
  loadTable: (table: string) => Promise<Blob>
}

/** The report as on paper. */
export function ReportSheet({ report, loadTable }: ReportSheetProps) {
  const { t } = useTranslation()
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
