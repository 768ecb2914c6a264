import './notification-panel.css'
import { type NoticesShown, notifications } from '@eot/contract/notifications'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../domain/panel.tsx'
import { queryOf } from '../../lib/api/query.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Segments } from '../../ui/segments.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { NoticeList } from './notice-list.tsx'
import { SiteEvents } from './site-events.tsx'
import { TypePicker } from './type-picker.tsx'
import { useMarkRead } from './use-mark-read.ts'
import { useNoticeKeys } from './use-notice-keys.ts'
import { useRefreshOnAlerts } from './use-refresh-on-alerts.ts'

const rowsAtFirst = 30
const mostRows = 200

/** `Site`: what happened at the current site since the portal was opened, regardless of who is notified. */
type Shown = NoticesShown | 'Site'

interface NotificationPanelProps {
  initial: Shown
  onClose: () => void
}

/** Notifications of the user from subscriptions, by alert, device and outage. */
export function NotificationPanel({ initial, onClose }: NotificationPanelProps) {
  const { t } = useTranslation()
  const panel = useRef<HTMLElement>(null)
  const [shown, setShown] = useState(initial)
  const [types, setTypes] = useState<string[]>([])
  const [PageSize, setPageSize] = useState(rowsAtFirst)
  const counts = useQuery(queryOf(notifications.counts)).data ?? { Unread: 0, ToConfirm: 0 }
  const Show = shown === 'Site' ? 'All' : shown
  const list = useQuery({
    ...queryOf(notifications.list, { query: { PageSize, Show, Type: types.length > 0 ? types : undefined } }),
    placeholderData: keepPreviousData,
  })
  const markRead = useMarkRead()
  useNoticeKeys(panel)
  useRefreshOnAlerts()
  const upTo = Math.max(0, ...(list.data?.Items ?? []).map(({ Seq }) => Seq))
  return (
    <section className="nc-panel" ref={panel}>
      <header>
        <h2>{t('notifications.title')}</h2>
        {counts.Unread > 0 && (
          <Chip tone="accent">{t('notifications.unreadCount', { count: counts.Unread })}</Chip>
        )}
        <span className="spacer" />
        <Button
          size="sm"
          variant="ghost"
          disabled={counts.Unread === 0 || upTo === 0 || types.length > 0 || markRead.isPending}
          onClick={() => markRead.mutate({ UpTo: upTo })}
        >
          {t('notifications.markAll')}
        </Button>
        <IconButton icon={X} size="sm" label={t('notifications.close')} onClick={onClose} />
      </header>
      <Segments
        small
        label={t('notifications.filter')}
        value={shown}
        options={[
          { value: 'All', text: t('notifications.all') },
          { value: 'Unread', text: counted(t('notifications.unread'), counts.Unread) },
          { value: 'ToConfirm', text: counted(t('notifications.toConfirm'), counts.ToConfirm) },
          { value: 'Site', text: t('notifications.here') },
        ]}
        onChange={setShown}
      />
      {shown !== 'Site' && <TypePicker chosen={types} onChange={setTypes} />}
      <div className="ls">
        {shown === 'Site' ? (
          <SiteEvents onFollow={onClose} />
        ) : (
          <Panel query={list} skeleton={<SkeletonRows rows={5} />}>
            {({ Items = [], Total }) => (
              <>
                <NoticeList
                  notices={Items}
                  show={Show}
                  isOfTypes={types.length > 0}
                  onRead={({ Topic, Seq }) => markRead.mutate({ UpTo: Seq, Topic })}
                  onFollow={onClose}
                />
                {Items.length < Total && PageSize < mostRows && (
                  <p className="more">
                    <Button size="sm" onClick={() => setPageSize(mostRows)}>
                      {t('notifications.more')}
                    </Button>
                  </p>
                )}
              </>
            )}
          </Panel>
        )}
      </div>
      <footer>
        <Link to="/alerts" onClick={onClose}>
          {t('notifications.allAlerts')}
        </Link>
        <Link to="/my-schedule" search={{ view: undefined, type: undefined }} onClick={onClose}>
          {t('notifications.schedule')}
        </Link>
        <span className="spacer" />
        <span className="faint hide-narrow">
          <kbd>J</kbd> <kbd>K</kbd> {t('notifications.move')}, <kbd>C</kbd> {t('notifications.confirm')}
        </span>
      </footer>
    </section>
  )
}

const counted = (text: string, count: number): ReactNode => (count > 0 ? `${text} ${count}` : text)
