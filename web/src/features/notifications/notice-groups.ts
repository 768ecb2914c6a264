import type { PortalNotice } from '@eot/contract/notifications'
import { dayText } from '../../lib/time/time.ts'
import { t } from '../../texts/i18n.ts'

export interface NoticeGroup {
  title: string
  items: PortalNotice[]
}

const dayMs = 86_400_000

/** Groups notices: ongoing alerts and outages, then the others by the day of their last event, in the given order. */
export function noticeGroups(notices: readonly PortalNotice[], zone: string, now: number): NoticeGroup[] {
  const today = dayText(now, zone, now)
  const yesterday = dayText(now - dayMs, zone, now)
  const titleOf = (notice: PortalNotice) => {
    if (isOngoing(notice)) return t('notifications.now')
    const day = dayText(lastAt(notice), zone, now)
    if (day === today) return t('notifications.today')
    return day === yesterday ? t('notifications.yesterday') : day
  }
  const ordered = [...notices.filter(isOngoing), ...notices.filter((notice) => !isOngoing(notice))]
  return [...Map.groupBy(ordered, titleOf)].map(([title, items]) => ({ title, items }))
}

export const isOngoing = ({ Alert, Outage }: PortalNotice): boolean =>
  Outage ? Outage.EndAt === null : Alert !== null && Alert.EndAt === null

/** Returns the time of the last event. */
export const lastAt = ({ Events }: PortalNotice): string => Events[0]?.At ?? ''
