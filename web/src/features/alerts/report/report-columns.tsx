import type { Alert } from '@eot/contract/alerts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { When } from '../../../domain/time-text.tsx'
import { durationText } from '../../../lib/time/time.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { useAlertColumns } from '../alert-columns.tsx'
import type { AlertSortField } from '../alert-search.ts'
import { confirmedAfter } from './report-figures.ts'

/** The columns of the alert list, and those that only the report has. */
export function useReportColumns(): Column<Alert, AlertSortField>[] {
  const { t } = useTranslation()
  const columns = useAlertColumns()
  return useMemo(() => {
    const started = columns.findIndex(({ key }) => key === 'started')
    return [
      ...columns.slice(0, started + 1),
      {
        key: 'ended',
        title: t('reports.ended'),
        sort: 'EndAt',
        cell: ({ EndAt, TimeZone }) =>
          EndAt === null ? <span className="faint">–</span> : <When at={EndAt} zone={TimeZone} />,
      },
      ...columns.slice(started + 1),
      {
        key: 'confirmed-after',
        title: t('reports.confirmedAfter'),
        cell(alert) {
          const seconds = confirmedAfter(alert)
          return seconds === undefined ? <span className="faint">–</span> : durationText(seconds)
        },
      },
      {
        key: 'comment',
        title: t('reports.comment'),
        cell: ({ Comment }) => <span className="truncate muted">{Comment}</span>,
      },
    ]
  }, [columns, t])
}
