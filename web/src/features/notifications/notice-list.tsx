import type { NoticesShown, PortalNotice } from '@eot/contract/notifications'
import { BellOff, CircleCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useMinute } from '../../lib/time/now.ts'
import { useTimeZone } from '../../session/current-site.ts'
import { Empty } from '../../ui/empty.tsx'
import { noticeGroups } from './notice-groups.ts'
import { NoticeItem } from './notice-item.tsx'

interface NoticeListProps {
  notices: readonly PortalNotice[]
  show: NoticesShown
  /** Only those of some types are shown. */
  isOfTypes: boolean
  onRead: (notice: PortalNotice) => void
  onFollow: () => void
}

const nothing = {
  All: 'notifications.none',
  Unread: 'notifications.allRead',
  ToConfirm: 'notifications.allConfirmed',
} as const

/** Ongoing notices first, then the others by day. */
export function NoticeList({ notices, show, isOfTypes, onRead, onFollow }: NoticeListProps) {
  const { t } = useTranslation()
  const zone = useTimeZone()
  const now = useMinute()
  if (notices.length === 0 && isOfTypes)
    return <Empty icon={BellOff} title={t('notifications.noneOfTypes')} />
  if (notices.length === 0)
    return (
      <Empty icon={show === 'All' ? BellOff : CircleCheck} title={t(nothing[show])}>
        {show === 'All' && t('notifications.noneText')}
      </Empty>
    )
  return noticeGroups(notices, zone, now).map(({ title, items }) => (
    <section key={title} aria-label={title}>
      <p className="caps day" aria-hidden="true">
        {title}
      </p>
      <ul>
        {items.map((notice) => (
          <NoticeItem
            key={notice.Topic}
            notice={notice}
            onRead={() => onRead(notice)}
            onFollow={() => {
              if (!notice.IsRead) onRead(notice)
              onFollow()
            }}
          />
        ))}
      </ul>
    </section>
  ))
}
