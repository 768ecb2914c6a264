import type { Alert } from '@eot/contract/alerts'
import type { Outage } from '@eot/contract/outages'

/** Something open that deserves attention: one alert, or an outage instead of the offline alerts of its devices. */
export type Notice = { alert: Alert; outage?: never } | { alert?: never; outage: Outage }

/** The notices of open alerts, in their order. An outage takes the place of the first of its alerts. */
export function noticesOf(openAlerts: readonly Alert[], outages: readonly Outage[]): Notice[] {
  const unlisted = new Map(outages.map((outage) => [outage.Id, outage]))
  const known = new Set(unlisted.keys())
  return openAlerts.flatMap((alert): Notice[] => {
    if (alert.Outage === null || !known.has(alert.Outage)) return [{ alert }]
    const outage = unlisted.get(alert.Outage)
    unlisted.delete(alert.Outage)
    return outage ? [{ outage }] : []
  })
}
