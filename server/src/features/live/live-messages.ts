import type { Alert } from '@eot/contract/alerts'
import type { DeviceState } from '@eot/contract/devices'
import type { AlertMessage, ChangeMessage, DeviceMessage } from '@eot/contract/live'
import { isAlertEvent, isChangeEvent, isForSitesBelow, type StoredEvent } from '../events/index.ts'

/** Sources of the message contents: the current alerts and devices. */
export interface LiveSources {
  /** Alerts by id, each to be limited to what is visible from a site. */
  alerts(ids: readonly string[]): Promise<Map<string, (visibleFrom: string) => Alert>>
  /** Devices by id. Each returns undefined if it is no longer at the given site or below it. */
  devices(ids: readonly string[]): Promise<Map<string, (visibleFrom: string) => DeviceState | undefined>>
}

/**
 * Builds the message about an event for a site's room; undefined if its alert or device no longer exists, or if the device is not
 * at the site or below it now.
 */
export type Say = (
  event: StoredEvent,
  visibleFrom: string,
) => AlertMessage | DeviceMessage | ChangeMessage | undefined

/** Reads the contents for the messages of stored events. */
export async function readMessages(events: readonly StoredEvent[], sources: LiveSources): Promise<Say> {
  const [alerts, devices] = await Promise.all([
    sources.alerts([...new Set(events.flatMap(({ alertId }) => alertId ?? []))]),
    sources.devices([
      ...new Set(events.flatMap((event) => (isAlertEvent(event) ? [] : (event.deviceId ?? [])))),
    ]),
  ])
  return (event, visibleFrom) => {
    if (isChangeEvent(event)) {
      // A change that concerns the sites below may have happened at a site that the user cannot see.
      const SiteId = isForSitesBelow(event) ? visibleFrom : event.siteId
      return { Seq: event.seq, Event: event.kind, SiteId }
    }
    const about = { Seq: event.seq, SiteId: event.siteId, DeviceId: event.deviceId }
    if (isAlertEvent(event)) {
      const Alert = alerts.get(event.alertId)?.(visibleFrom)
      return Alert && { ...about, Event: event.kind, EventType: event.alertType, Alert }
    }
    const Device = devices.get(event.deviceId)?.(visibleFrom)
    return Device && { ...about, Event: event.kind, Device }
  }
}
