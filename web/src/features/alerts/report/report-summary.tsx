import { useTranslation } from 'react-i18next'
import { useAllAlerts } from '../../../domain/alerts/use-all-alerts.ts'
import { durationText } from '../../../lib/time/time.ts'
import { numberText } from '../../../texts/number-format.ts'
import type { useAlertList } from '../use-alert-list.ts'
import { reportFigures } from './report-figures.ts'

/** How the alerts of the report were handled. Renders nothing if there are too many to load. */
export function ReportSummary({ query }: { query: ReturnType<typeof useAlertList>['query'] }) {
  const { t } = useTranslation()
  const { sortBy: _sortBy, order: _order, ...unsorted } = query
  const { alerts, total, complete } = useAllAlerts(unsorted, { whenTooMany: 'none', keepsPrevious: true })
  if (!complete || total === 0) return null
  const { confirmedShare, confirmedAfter, real, false: falseAlarms } = reportFigures(alerts)
  const parts = [
    confirmedAfter === undefined
      ? t('reports.noneConfirmed')
      : t('reports.confirmedShare', {
          share: numberText(confirmedShare, { style: 'percent' }),
          duration: durationText(confirmedAfter),
        }),
    real > 0 && t('reports.realCount', { count: real }),
    falseAlarms > 0 && t('reports.falseCount', { count: falseAlarms }),
  ]
  return <>{parts.filter((part) => part !== false).join('. ')}.</>
}
