import type { MaintenanceWindow } from '@eot/contract/maintenance'
import { clockTime, durationText } from '../../lib/time/time.ts'
import { dateFormat } from '../../texts/date-format.ts'
import { t } from '../../texts/i18n.ts'

type Span = Pick<MaintenanceWindow, 'StartAt' | 'EndAt'>

/** Returns the name of what a window covers: a device, a group or a site. */
export const placeName = ({
  Device,
  Group,
  Site,
}: Pick<MaintenanceWindow, 'Device' | 'Group' | 'Site'>): string =>
  Device?.Name ?? Group?.Name ?? Site?.Name ?? t('maintenance.siteAbove')

export type Period = 'Now' | 'Planned' | 'Past'

export function periodOf({ StartAt, EndAt }: Span, now: number): Period {
  if (Date.parse(EndAt) <= now) return 'Past'
  return Date.parse(StartAt) <= now ? 'Now' : 'Planned'
}

/** "8:00 AM to 1:00 PM" today, otherwise with the days: "Thu, Nov 19, 6:00 AM to 3:00 PM". */
export function spanText({ StartAt, EndAt }: Span, zone: string, now: number): string {
  const day = (instant: string | number) =>
    dateFormat(zone, { weekday: 'short', day: 'numeric', month: 'short' }).format(new Date(instant))
  const onDay = (instant: string, known: string) =>
    day(instant) === known ? clockTime(instant, zone) : `${day(instant)}, ${clockTime(instant, zone)}`
  return t('maintenance.span', { from: onDay(StartAt, day(now)), until: onDay(EndAt, day(StartAt)) })
}

/** States how long it is until the window begins or ends, or how it ended. */
export function stateText(window: MaintenanceWindow, now: number): string {
  const away = (instant: string) => durationText(Math.max(60, Math.round((Date.parse(instant) - now) / 1000)))
  switch (periodOf(window, now)) {
    case 'Now':
      return t('maintenance.endsIn', { duration: away(window.EndAt) })
    case 'Planned':
      return t('maintenance.beginsIn', { duration: away(window.StartAt) })
    case 'Past':
      return window.EndedBy
        ? t('maintenance.endedBy', { name: window.EndedBy.Name })
        : t('maintenance.endedByItself')
  }
}
