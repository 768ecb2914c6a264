import type { VariableValues } from '@eot/contract/webhook-variables'

const place = {
  'event.id': '01900000-0000-7000-8000-0000000000e1',
  'event.at': '2026-11-25T10:36:04.000Z',
  'event.atEpoch': 1_795_602_964_000,
  'event.atLocal': '2026-11-25 04:36:04',
  'event.rule': 'Vape to the security desk',
  'device.id': '01900000-0000-7000-8000-0000000000d1',
  'device.name': 'Boys "Restroom" <!channel> 2F',
  'device.mac': '02:00:00:00:00:D1',
  'site.id': '01900000-0000-7000-8000-0000000000c1',
  'site.name': 'North Hall',
  'site.path': 'Northfield Schools / North Hall',
  'site.timeZone': 'America/Chicago',
}

/** What variables stand for when an alert starts. */
export const alertValues: VariableValues = {
  ...place,
  'event.kind': 'AlertStarted',
  'alert.id': '01900000-0000-7000-8000-0000000000a1',
  'alert.type': 'Vape',
  'alert.typeName': 'Vape',
  'alert.category': 'Behavior',
  'alert.severity': 'Critical',
  'alert.value': 72,
  'alert.peak': 84,
  'alert.threshold': 60,
  'alert.unit': '',
  'alert.startAt': '2026-11-25T10:36:04.000Z',
  'alert.startAtEpoch': 1_795_602_964_000,
  'alert.startAtLocal': '2026-11-25 04:36:04',
  'alert.endAt': null,
  'alert.duration': 0,
  'alert.confirmedBy': null,
  'alert.comment': null,
  'alert.link': 'https://portal.example/alerts?alert=01900000-0000-7000-8000-0000000000a1',
}

/** When a device goes offline, there is no alert. */
export const deviceValues: VariableValues = {
  ...alertValues,
  ...(Object.fromEntries(
    Object.keys(alertValues)
      .filter((name) => name.startsWith('alert.'))
      .map((name) => [name, null]),
  ) as Partial<VariableValues>), // names of variables
  'event.kind': 'DeviceOffline',
}
