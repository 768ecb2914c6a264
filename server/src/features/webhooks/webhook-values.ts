import { alertTypeName } from '@eot/contract/shown-names'
import type { SubscriptionEvent } from '@eot/contract/subscription-events'
import { findAlertType } from '@eot/contract/vocabulary'
import type { VariableValues } from '@eot/contract/webhook-variables'
import { zoneClock } from '../time-zones/index.ts'

/** An event with all data that variables refer to. */
export interface ToldEvent {
  seq: number
  kind: SubscriptionEvent
  at: Date
  deviceId: string
  deviceName: string
  mac: string | null
  siteId: string
  siteName: string
  sitePath: string
  /** Names of the site and those above it, from the customer down. */
  siteNames: string[]
  timeZone: string
  alert: ToldAlert | null
}

export interface ToldAlert {
  id: string
  type: string
  severity: string
  unit: string
  value: number | null
  peak: number | null
  threshold: number | null
  startedAt: Date
  endedAt: Date | null
  confirmedBy: string | null
  comment: string | null
}

/** Returns the value of each variable for one webhook event, except for the address of the portal. */
export function valuesOf(event: ToldEvent, { id, rule }: { id: string; rule: string }): VariableValues {
  const { alert, at, timeZone } = event
  const type = alert && findAlertType(alert.type)
  const until = alert?.endedAt ?? at
  return {
    'event.id': id,
    'event.kind': event.kind,
    'event.at': at.toISOString(),
    'event.atEpoch': at.getTime(),
    'event.atLocal': localTime(at, timeZone),
    'event.rule': rule,
    'alert.id': alert?.id ?? null,
    'alert.type': alert?.type ?? null,
    'alert.typeName': type?.Name ?? alert?.type ?? null,
    'alert.category': type?.Category ?? null,
    'alert.severity': alert?.severity ?? null,
    'alert.value': alert?.value ?? null,
    'alert.peak': alert?.peak ?? null,
    'alert.threshold': alert?.threshold ?? null,
    'alert.unit': alert?.unit ?? null,
    'alert.startAt': alert?.startedAt.toISOString() ?? null,
    'alert.startAtEpoch': alert?.startedAt.getTime() ?? null,
    'alert.startAtLocal': alert ? localTime(alert.startedAt, timeZone) : null,
    'alert.endAt': alert?.endedAt?.toISOString() ?? null,
    'alert.duration': alert ? Math.round((until.getTime() - alert.startedAt.getTime()) / 1000) : null,
    'alert.confirmedBy': alert?.confirmedBy ?? null,
    'alert.comment': alert?.comment ?? null,
    'alert.link': null,
    'device.id': event.deviceId,
    'device.name': event.deviceName,
    'device.mac': event.mac,
    'site.id': event.siteId,
    'site.name': event.siteName,
    'site.path': event.siteNames.join(' / '),
    'site.timeZone': timeZone,
  }
}

/** Adds the link to the alert in the portal at this address. */
export const withLink = (values: VariableValues, publicUrl: string): VariableValues => ({
  ...values,
  'alert.link': values['alert.id'] === null ? null : `${publicUrl}/alerts?alert=${values['alert.id']}`,
})

/** Returns for example 2026-11-25 10:36:04. */
const localTime = (at: Date, timeZone: string): string =>
  new Date(at.getTime() + zoneClock(timeZone).offsetAt(at.getTime()))
    .toISOString()
    .slice(0, 19)
    .replace('T', ' ')

/** Returns the event and the device as text for the log. The alert type has the name that the portal shows, unlike in the values. */
export function subjectOf({ alert, deviceName, kind }: ToldEvent): string {
  const what = alert ? alertTypeName(alert.type) : kind === 'DeviceOnline' ? 'Online' : 'Offline'
  return `${what}, ${deviceName}`
}

/** Returns an event as it might happen at a site, for previews and tests. */
export function sampleEvent(site: {
  id: string
  name: string
  path: string
  names: string[]
  timeZone: string
}): ToldEvent {
  const startedAt = new Date('2026-11-25T10:36:04Z')
  return {
    seq: 0,
    kind: 'AlertStarted',
    at: startedAt,
    deviceId: '01900000-0000-7000-8000-0000000000d1',
    deviceName: 'Boys Restroom 2F',
    mac: '02:00:00:00:00:D1',
    siteId: site.id,
    siteName: site.name,
    sitePath: site.path,
    siteNames: site.names,
    timeZone: site.timeZone,
    alert: {
      id: '01900000-0000-7000-8000-0000000000a1',
      type: 'Vape',
      severity: 'Critical',
      unit: '',
      value: 72,
      peak: 84,
      threshold: 60,
      startedAt,
      endedAt: null,
      confirmedBy: null,
      comment: null,
    },
  }
}

export const sampleIds = { id: '01900000-0000-7000-8000-0000000000e1', rule: 'Vape to the security desk' }

/** Returns the host and port of an address. */
export const hostOf = (address: string): string => /^[a-z]+:\/\/([^/?#]+)/i.exec(address)?.[1] ?? ''
