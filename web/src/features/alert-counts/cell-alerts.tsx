import { alerts } from '@eot/contract/alerts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Activity } from '../../domain/alert-counts/activity.ts'
import type { HeatPlace } from '../../domain/alert-counts/hour-heatmap.tsx'
import { AlertLines } from '../../domain/alerts/alert-lines.tsx'
import { Panel } from '../../domain/panel.tsx'
import { keepingPrevious } from '../../lib/api/keeping-previous.ts'
import { queryOf } from '../../lib/api/query.ts'
import { hourName, weekdayName } from '../../lib/time/weekdays.ts'
import { IconButton } from '../../ui/button.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { refreshMs } from './use-activity.ts'

const shown = 7

interface CellAlertsProps {
  place: HeatPlace
  activity: Activity
  onClose: () => void
}

/** The newest alerts of a cell of the heat map. */
export function CellAlerts({ place: { day, hour }, activity, onClose }: CellAlertsProps) {
  const { t } = useTranslation()
  const list = useQuery({
    ...keepingPrevious(
      queryOf(alerts.list, {
        query: {
          ...activity.query,
          Method: 'Range',
          rangeBy: 'Start',
          dayOfWeek: [day],
          hourOfDay: [hour],
          PageSize: shown,
        },
      }),
    ),
    refetchInterval: refreshMs,
  })
  return (
    <section className="card cell-alerts" aria-live="polite">
      <header>
        <h2>
          {t('activity.cellTitle', {
            day: weekdayName(day, 'long'),
            from: hourName(hour),
            to: hourName(hour + 1),
          })}
        </h2>
        <div className="end">
          <IconButton icon={X} label={t('activity.closeCell')} onClick={onClose} />
        </div>
      </header>
      <Panel query={list} skeleton={<SkeletonRows rows={shown} />}>
        {({ Items = [], Total }) => (
          <>
            {Items.length === 0 && <p className="muted count-none">{t('activity.none')}</p>}
            <AlertLines alerts={Items} />
            {Total > 0 && (
              <p className="cell-foot">
                <Link
                  to="/alerts"
                  search={{ searchFilters: activity.listed({ days: [day], hours: [hour, hour + 1] }) }}
                >
                  {t('activity.allOfCell', { count: Total })}
                </Link>
                <span className="muted">{t('activity.newestFirst')}</span>
              </p>
            )}
          </>
        )}
      </Panel>
    </section>
  )
}
