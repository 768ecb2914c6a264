import type { ScheduleEntry } from '@eot/contract/schedule'
import { alertTypes } from '@eot/contract/vocabulary'
import { alertTypeName } from '../../domain/sensors/sensor-names.ts'
import { t } from '../../texts/i18n.ts'
import { listText } from '../../texts/lists.ts'

const mostNamed = 3

/** "all alerts", "Vape and CO", "12 alert types" or "devices that go offline". */
export function eventsText({ AlertTypes, Events }: Pick<ScheduleEntry, 'AlertTypes' | 'Events'>): string {
  const parts = Events.some((event) => event.startsWith('Alert')) ? [typesText(AlertTypes)] : []
  const ofDevices = (['DeviceOffline', 'DeviceOnline'] as const).filter((event) => Events.includes(event))
  if (ofDevices.length === 2) parts.push(t('schedule.connections'))
  else parts.push(...ofDevices.map((event) => t(`schedule.event.${event}`)))
  return listText(parts)
}

function typesText(types: ScheduleEntry['AlertTypes']): string {
  if (types === 'All') return t('schedule.allTypes')
  const named = alertTypes.filter(({ Id }) => types.includes(Id)).map((type) => alertTypeName(type))
  return named.length > mostNamed ? t('schedule.types', { count: named.length }) : listText(named)
}
