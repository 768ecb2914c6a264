import type { PortalNotice } from '@eot/contract/notifications'
import { alertTitle } from '../../domain/alerts/alert-title.tsx'
import { untilText } from '../../domain/until-text.ts'
import { clockTime, durationText, shortTime } from '../../lib/time/time.ts'
import { t } from '../../texts/i18n.ts'

export function noticeTitle({ Alert, Device, Events, Outage }: PortalNotice): string {
  if (Outage)
    return t(Outage.EndAt === null ? 'notifications.outage' : 'notifications.outageOver', {
      site: Outage.Site.Name,
    })
  if (Alert) return alertTitle(Alert)
  const kind = Events[0]?.Kind
  if (kind === 'DeviceOffline') return t('notifications.wentOffline', { device: Device.Name })
  return kind === 'DeviceOnline' ? t('notifications.cameOnline', { device: Device.Name }) : Device.Name
}

/** Describes where it is, and its current state. */
export function noticeState({ Alert, Outage, Site }: PortalNotice, zone: string, now: number): string {
  if (Outage) {
    const { Devices, EndAt, Silent, StartAt } = Outage
    const time = (at: string) => shortTime(at, zone, now, clockTime)
    const from = time(StartAt)
    if (EndAt !== null) return t('notifications.outageFromTo', { count: Devices, from, to: time(EndAt) })
    return t('notifications.outageSince', { count: Silent, all: Devices, from })
  }
  if (!Alert) return Site.Name
  const { SnoozedUntil: until, Unstable } = Alert
  const isSnoozed = until !== null && Alert.EndAt === null && Date.parse(until) > now
  return [
    Site.Name,
    alertState(Alert),
    ...(isSnoozed ? [t('notifications.snoozed', { until: untilText(until, zone, now) })] : []),
    ...(Unstable ? [t('notifications.unstable')] : []),
  ].join(', ')
}

function alertState({ Confirmed, ConfirmedBy, Duration, EndAt }: NonNullable<PortalNotice['Alert']>): string {
  const over = EndAt !== null
  if (!Confirmed) {
    if (!over) return t('notifications.open')
    return t('notifications.endedUnconfirmed', { duration: durationText(Duration) })
  }
  const state = over
    ? t('notifications.ended', { duration: durationText(Duration) })
    : t('notifications.ongoing')
  const by = ConfirmedBy
    ? t('notifications.confirmedBy', { name: ConfirmedBy.Name })
    : t('notifications.confirmed')
  return `${state}, ${by}`
}
