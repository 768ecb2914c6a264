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

/** What a room of a site is told of an event. Nothing where it is about what is gone, or what only a newer program knows. */
export type Say = (event: LiveEvent, visibleFrom: string) => AlertMessage | DeviceMessage | undefined

/** Reads what the messages of stored events carry. */
export async function readMessages(events: readonly LiveEvent[], sources: LiveSources): Promise<Say> {
  const alertEvents = events.filter((event) => event.eventType === 'alerts')
  const deviceEvents = events.filter((event) => event.eventType === 'devices')
  const [alerts, devices] = await Promise.all([
    sources.alerts([...new Set(alertEvents.flatMap(({ alertId }) => alertId ?? []))]),
    sources.devices([...new Set(deviceEvents.map(({ deviceId }) => deviceId))]),
  ])
  return (event, visibleFrom) =>
    event.eventType === 'alerts'
      ? alertMessage(event, alerts.get(event.alertId ?? '')?.(visibleFrom))
      : deviceMessage(event, devices.get(event.deviceId))
}

function alertMessage(event: LiveEvent, alert: Alert | undefined): AlertMessage | undefined {
  const { success, data: Event } = AlertEvent.safeParse(event.event)
  if (!success || !alert) return undefined
  return {
    Seq: event.seq,
    Event,
    EventType: alert.Type.Key,
    SiteId: siteOf(event),
    DeviceId: event.deviceId,
    Alert: alert,
  }
}

function deviceMessage(event: LiveEvent, device: DeviceState | undefined): DeviceMessage | undefined {
  const { success, data: Event } = DeviceEvent.safeParse(event.event)
  if (!success || !device) return undefined
  return { Seq: event.seq, Event, SiteId: siteOf(event), DeviceId: event.deviceId, Device: device }
}

/** The site an event happened at: the last of its path. */
const siteOf = ({ sitePath }: LiveEvent): string => siteIdsOf(sitePath).at(-1) ?? ''
