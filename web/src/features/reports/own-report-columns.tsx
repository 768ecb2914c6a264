import type { OwnReportRow } from '@eot/contract/own-reports'
import { useTranslation } from 'react-i18next'
import { cellColumn, RowLink, textColumn } from '../../lib/lists/columns.tsx'
import { useTimeZone } from '../../session/current-site.ts'
import { dateFormat } from '../../texts/date-format.ts'
import { t } from '../../texts/i18n.ts'
import type { Column } from '../../ui/data-table.tsx'
import { ownReportList } from './own-report-list.ts'

export const ownReportColumns = (): Column<OwnReportRow, 'Name' | 'Site'>[] => [
  cellColumn(t('reports.name'), (row) => <NameLink row={row} />, { sort: 'Name', className: 'cut' }),
  cellColumn(t('reports.sections'), (row) => <span className="truncate">{sectionNames(row.Sections)}</span>, {
    className: 'cut',
  }),
  cellColumn(t('reports.schedule'), (row) => <When row={row} />),
  cellColumn(t('reports.own.receivers'), (row) => receiverText(row.ReceiverCount)),
  textColumn(t('reports.own.site'), (row) => row.Site.Name, { sort: 'Site' }),
]

export const sectionNames = (sections: OwnReportRow['Sections']) =>
  sections.map((key) => t(`reports.section.${key}`)).join(', ')

export const receiverText = (count: number) => t('reports.own.sentTo', { count })

function NameLink({ row }: { row: OwnReportRow }) {
  return (
    <RowLink list={ownReportList} id={row.Id}>
      <span className="strong truncate">{row.Name}</span>
    </RowLink>
  )
}

/** How often the report is made, and when next. */
export function When({ row }: { row: Pick<OwnReportRow, 'Schedule' | 'NextAt'> }) {
  const { t } = useTranslation()
  const zone = useTimeZone()
  if (row.NextAt === null) return <span className="faint">{t('reports.own.None')}</span>
  const at = dateFormat(zone, { weekday: 'short', month: 'short', day: 'numeric' })
  return (
    <>
      {t(`reports.own.${row.Schedule}`)}{' '}
      <small className="muted">{t('reports.next', { at: at.format(Date.parse(row.NextAt)) })}</small>
    </>
  )
}

/** A report as a card, on narrow screens. */
export function OwnReportCard({ row }: { row: OwnReportRow }) {
  return (
    <div className="row-card">
      <div className="row card-line">
        <NameLink row={row} />
        <span className="spacer" />
        <span className="muted">{row.Site.Name}</span>
      </div>
      <div className="row card-line muted">
        <span>
          <When row={row} />
        </span>
        <span className="spacer" />
        {receiverText(row.ReceiverCount)}
      </div>
    </div>
  )
}
