import type { MaintenanceRow, MaintenanceWindow } from '@eot/contract/maintenance'
import { Clock, Wrench } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cellColumn, RowLink, textColumn } from '../../lib/lists/columns.tsx'
import { useNow } from '../../lib/time/now.ts'
import { fullTime } from '../../lib/time/time.ts'
import { useTimeZone } from '../../session/current-site.ts'
import { t } from '../../texts/i18n.ts'
import { Chip } from '../../ui/chip.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { maintenanceList } from './maintenance-list.ts'
import { periodOf, placeName, spanText, stateText } from './maintenance-words.ts'

export const maintenanceColumns = (): Column<MaintenanceRow, 'Period'>[] => [
  cellColumn(t('maintenance.where'), (row) => <Where row={row} />, { className: 'cut' }),
  cellColumn(t('maintenance.when'), (row) => <When row={row} />, { sort: 'Period' }),
  cellColumn(t('maintenance.state'), (row) => <State window={row} />),
  cellColumn(t('maintenance.notSent'), (row) => <NotSent row={row} />),
  textColumn(t('maintenance.by'), (row) => row.CreatedBy?.Name),
]

function Where({ row }: { row: MaintenanceRow }) {
  const { t } = useTranslation()
  const devices = t('maintenance.devices', { count: row.DeviceCount })
  return (
    <span className="maintenance-lines">
      <RowLink list={maintenanceList} id={row.Id}>
        <span className="strong truncate">{placeName(row)}</span>
      </RowLink>
      <small className="truncate">{row.Device ? row.Reason : `${row.Reason}, ${devices}`}</small>
    </span>
  )
}

function When({ row }: { row: MaintenanceRow }) {
  const zone = useTimeZone()
  const now = useNow()
  return (
    <span className="maintenance-lines nowrap">
      <span title={`${fullTime(row.StartAt, zone)} – ${fullTime(row.EndAt, zone)}`}>
        {spanText(row, zone, now)}
      </span>
      <small className={periodOf(row, now) === 'Now' ? 'fg-caution' : undefined}>{stateText(row, now)}</small>
    </span>
  )
}

export function State({ window }: { window: MaintenanceWindow }) {
  const { t } = useTranslation()
  const period = periodOf(window, useNow())
  if (period === 'Past') return <Chip>{t('maintenance.Past')}</Chip>
  return (
    <Chip tone={period === 'Now' ? 'caution' : 'outline'} icon={period === 'Now' ? Wrench : Clock}>
      {t(`maintenance.${period}`)}
    </Chip>
  )
}

function NotSent({ row }: { row: MaintenanceRow }) {
  const { t } = useTranslation()
  if (periodOf(row, useNow()) === 'Planned') return <span className="faint">{t('maintenance.notYet')}</span>
  return t('maintenance.alerts', { count: row.AlertCount })
}

/** A window as a card, on narrow screens. */
export function MaintenanceCard({ row }: { row: MaintenanceRow }) {
  return (
    <div className="row-card">
      <div className="row card-line">
        <Where row={row} />
        <span className="spacer" />
        <State window={row} />
      </div>
      <div className="row card-line muted">
        <When row={row} />
        <span className="spacer" />
        <NotSent row={row} />
      </div>
    </div>
  )
}
