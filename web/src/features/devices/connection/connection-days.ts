import { connectionDays, type DeviceConnection } from '@eot/contract/connections'
import { dayStart } from '../../../texts/zoned-time.ts'

export interface ConnectionDay {
  /** The start of the day, in epoch ms. */
  at: number
  /** Position and width in percent of the day. The state during the rest is unknown. */
  spans: { left: number; width: number; isOnline: boolean; startAt: string }[]
}

/** Splits the connection of a device into local days, the oldest first; the last one is the day of `EndAt`. */
export function connectionDaysOf({ EndAt, Periods }: DeviceConnection, zone: string): ConnectionDay[] {
  const now = Date.parse(EndAt)
  return Array.from({ length: connectionDays }, (_, index) => {
    const at = dayStart(now, zone, index + 1 - connectionDays)
    const end = dayStart(now, zone, index + 2 - connectionDays)
    const percent = (ms: number) => (100 * (Math.min(Math.max(ms, at), end) - at)) / (end - at)
    const spans = Periods.map(({ StartAt, EndAt: until, IsOnline }) => {
      const left = percent(Date.parse(StartAt))
      return { left, width: percent(Date.parse(until)) - left, isOnline: IsOnline, startAt: StartAt }
    })
    return { at, spans: spans.filter(({ width }) => width > 0) }
  })
}

/** Returns the online share of the known time in percent; undefined if nothing is known. Never 100 if it was ever offline. */
export function onlinePercent({ StartAt, EndAt, Periods }: DeviceConnection): number | undefined {
  const known = Date.parse(EndAt) - Date.parse(StartAt)
  if (Periods.length === 0 || known <= 0) return undefined
  const online = Periods.filter(({ IsOnline }) => IsOnline).reduce(
    (sum, period) => sum + Date.parse(period.EndAt) - Date.parse(period.StartAt),
    0,
  )
  return Math.floor((1000 * online) / known) / 10
}
