import type { Alert } from '@eot/contract/alerts'
import type { DeviceState } from '@eot/contract/devices'
import { AlertEvent, type AlertMessage, DeviceEvent, type DeviceMessage } from '@eot/contract/live'
import { siteIdsOf } from '../../access/site-path.ts'
import type { LiveEvent } from './live-events.queries.ts'

/** Where the messages get what they carry: alerts and devices as they are now. */
export interface LiveSources {
  /** Alerts by id, each to be cut to what is visible from a site. */
  alerts(ids: readonly string[]): Promise<Map<string, (visibleFrom: string) => Alert>>
  devices(ids: readonly string[]): Promise<Map<string, DeviceState>>
}

export interface Messages {
  alerts(visibleFrom: string): AlertMessage[]
  devices(): DeviceMessage[]
}

/** Messages of stored events. One about an alert or device that is gone is left out. */
export async function readMessages(events: readonly LiveEvent[], sources: LiveSources): Promise<Messages> {
  const alertEvents = events.filter((event) => event.eventType === 'alerts')
  const deviceEvents = events.filter((event) => event.eventType === 'devices')
  const [alerts, devices] = await Promise.all([
    sources.alerts([...new Set(alertEvents.flatMap(({ alertId }) => alertId ?? []))]),
    sources.devices([...new Set(deviceEvents.map(({ deviceId }) => deviceId))]),
  ])
  return {
    alerts: (visibleFrom) =>
      alertEvents.flatMap((event) => {
        const alert = alerts.get(event.alertId ?? '')?.(visibleFrom)
        return alert ? [alertMessage(event, alert)] : []
      }),
    devices: () =>
      deviceEvents.flatMap((event) => {
        const device = devices.get(event.deviceId)
        return device ? [deviceMessage(event, device)] : []
      }),
  }
}

function alertMessage(event: LiveEvent, alert: Alert): AlertMessage {
  return {
    Seq: event.seq,
    Event: AlertEvent.parse(event.event),
    EventType: alert.Type.Key,
    SiteId: siteOf(event),
    DeviceId: event.deviceId,
    Alert: alert,
  }
}

function deviceMessage(event: LiveEvent, device: DeviceState): DeviceMessage {
  return {
    Seq: event.seq,
    Event: DeviceEvent.parse(event.event),
    SiteId: siteOf(event),
    DeviceId: event.deviceId,
    Device: device,
  }
}

/** The site an event happened at: the last of its path. */
const siteOf = ({ sitePath }: LiveEvent): string => siteIdsOf(sitePath).at(-1) ?? ''
