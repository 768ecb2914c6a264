import { notifications } from '@eot/contract/notifications'
import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { resetNewAlertCounts, useNewAlerts } from '../../domain/alerts/new-alerts.ts'
import { queryOf } from '../../lib/api/query.ts'
import { lazyAfterTexts } from '../../lib/lazy-after-texts.ts'
import { Popover } from '../../ui/popover.tsx'

const NotificationPanel = lazyAfterTexts(
  async () => (await import('../../features/notifications/notification-panel.tsx')).NotificationPanel,
)

/**
 * How many notifications of the user are unread. A dot if there are none, but alerts were raised at the current site since
 * the user last looked.
 */
export function NotificationBell() {
  const { t } = useTranslation()
  /** What the open panel shows first. */
  const [shown, setShown] = useState<'All' | 'Site'>()
  const unread = useQuery(queryOf(notifications.counts)).data?.Unread ?? 0
  const fresh = useNewAlerts().counts.AlertStarted ?? 0
  const said = [
    unread > 0 && t('shell.bell.unread', { count: unread }),
    fresh > 0 && t('shell.newAlerts.announceMany', { count: fresh }),
  ].filter(Boolean)
  const label = t('shell.bell.label') + (said.length > 0 ? `: ${said.join(', ')}` : '')

  function handleOpen(open: boolean) {
    setShown(open ? (unread === 0 && fresh > 0 ? 'Site' : 'All') : undefined)
    if (open) resetNewAlertCounts()
  }

  return (
    <Popover
      label={t('shell.bell.label')}
      className="nc"
      align="end"
      open={shown !== undefined}
      onOpenChange={handleOpen}
      trigger={
        <button type="button" className="btn ghost icon-only badge-wrap" aria-label={label} title={label}>
          <Bell className="icon" aria-hidden="true" />
          {said.length > 0 && (
            <span className={unread > 0 ? 'n' : 'n dot'} aria-hidden="true">
              {unread > 99 ? '99+' : unread || null}
            </span>
          )}
        </button>
      }
    >
      {(close) => <Suspense>{shown && <NotificationPanel initial={shown} onClose={close} />}</Suspense>}
    </Popover>
  )
}
