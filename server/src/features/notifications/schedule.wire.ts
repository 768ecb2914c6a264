import type { CoverageSpan, ScheduleEntry, SiteCoverage } from '@eot/contract/schedule'
import { findAlertType } from '@eot/contract/vocabulary'
import { type Caller, hasPermission } from '../../access/caller.ts'
import { isWithin } from '../../access/site-path.ts'
import { dayIntervals, weekdaysToWire } from '../subscriptions/index.ts'
import { unheardHours, type WeekSpan } from './coverage.ts'
import type { ScheduleRow } from './schedule.queries.ts'
import type { CoveredSite } from './site-coverage.queries.ts'

const mostNames = 5

export const entryToWire = (row: ScheduleRow, caller: Caller): ScheduleEntry => ({
  Subscription: { Id: row.id, Name: row.name },
  Site: { Id: row.siteId, Name: row.siteName },
  Opens: isWithin(row.sitePath, caller.sitePath) && hasPermission(caller, 'ViewSubscriptions'),
  When: row.isAtOnce ? 'AtOnce' : 'Reminder',
  ByName: row.isByName,
  Lists: row.lists,
  AlertTypes: row.alertTypes === null ? 'All' : row.alertTypes.flatMap((key) => findAlertType(key)?.Id ?? []),
  Events: row.events,
  StartTime: row.startHour,
  EndTime: row.endHour,
  ...weekdaysToWire(row.weekdays),
  PausedUntil: row.pausedUntil?.toISOString() ?? null,
  Windows: dayIntervals(row).map(({ weekday, startHour, endHour, fromDayBefore }) => ({
    DayOfWeek: weekday,
    StartTime: startHour,
    EndTime: endHour,
    FromDayBefore: fromDayBefore,
  })),
})

export const coverageToWire = ({
  id,
  name,
  timeZone,
  kinds,
  unheardNames,
  spans,
}: CoveredSite): SiteCoverage => ({
  Site: { Id: id, Name: name },
  TimeZone: timeZone,
  Devices: kinds.reduce((sum, { devices }) => sum + devices, 0),
  UnheardDevices: unheardNames.slice(0, mostNames),
  UnheardHours: unheardHours(spans),
  Spans: spans.map(spanToWire),
})

const spanToWire = ({ weekday, startHour, endHour, people, unheard }: WeekSpan): CoverageSpan => ({
  DayOfWeek: weekday,
  StartTime: startHour,
  EndTime: endHour,
  People: people,
  Unheard: unheard,
})
