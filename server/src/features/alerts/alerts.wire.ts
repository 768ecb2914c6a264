import type { Alert, alerts } from '@eot/contract/alerts'
import { Disposition, EndReason } from '@eot/contract/alerts'
import type { QueryOf } from '@eot/contract/endpoint'
import { findAlertType } from '@eot/contract/vocabulary'
import type { Named } from '@eot/contract/wire'
import type { SiteRequest } from '../../access/scope.ts'
import { siteIdsOf } from '../../access/site-path.ts'
import { invalid } from '../../platform/app-error.ts'
import { requireRange } from '../../platform/require-range.ts'
import type { AlertFilter } from './alert-filter.queries.ts'
import type { DescribedAlertRow } from './alerts.queries.ts'
import { searchTerms } from './search-terms.ts'

/** Returns the alert as seen from a site: parents above that site are left out. */
export function alertToWire(row: DescribedAlertRow, visibleFrom: string): Alert {
  return {
    Id: row.id,
    Type: typeToWire(row.type_key),
    Severity: row.severity as Alert['Severity'], // only values of the vocabulary are stored
    Device: { Id: row.device_id, Name: row.device_name },
    Site: { Id: row.site_id, Name: row.site_name },
    SitePath: row.site_path_names.slice(siteIdsOf(row.site_path).indexOf(visibleFrom)),
    TimeZone: row.time_zone,
    StartAt: row.started_at.toISOString(),
    EndAt: row.ended_at?.toISOString() ?? null,
    Duration: durationSeconds(row.started_at, row.ended_at),
    Value: row.value,
    Peak: row.peak,
    PeakAt: row.peak_at?.toISOString() ?? null,
    Threshold: row.threshold,
    ClearLevel: row.clear_level,
    Sensor: row.sensor,
    Unit: row.unit,
    Confirmed: row.confirmed,
    ConfirmedBy: named(row.confirmed_by, row.confirmed_by_name),
    ConfirmedAt: row.confirmed_at?.toISOString() ?? null,
    Comment: row.comment,
    Disposition: row.disposition === null ? null : Disposition.parse(row.disposition),
    EndReason: row.end_reason === null ? null : EndReason.parse(row.end_reason),
    EndedBy: named(row.ended_by, row.ended_by_name),
    SnoozedUntil: row.snoozed_until?.toISOString() ?? null,
    SnoozedBy: named(row.snoozed_by, row.snoozed_by_name),
    Unstable: row.unstable,
    Stale: row.stale,
    Outage: row.outage_id,
  }
}

/** Returns 0 for an ongoing alert; an ended alert lasts at least one second. */
function durationSeconds(startedAt: Date, endedAt: Date | null): number {
  return endedAt === null ? 0 : Math.max(1, Math.round((endedAt.getTime() - startedAt.getTime()) / 1000))
}

function typeToWire(key: string): Alert['Type'] {
  const type = findAlertType(key)
  if (!type) throw new Error(`an alert has the unknown type ${key}`)
  return { Id: type.Id, Key: type.Key, Name: type.Name, Category: type.Category, Icon: type.Icon }
}

function named(id: string | null, name: string | null): Named | null {
  return id !== null && name !== null ? { Id: id, Name: name } : null
}

type Query = Omit<QueryOf<typeof alerts.export>, 'order' | 'sortBy' | 'Page' | keyof SiteRequest | 'Method'>

export function filterFromWire(query: Query): AlertFilter {
  requireRange(query)
  return {
    typeKeys: query.type?.map((type) => typeKeyFromWire(type, 'type')),
    severities: query.severity,
    deviceIds: query.deviceId,
    groupIds: query.groupId,
    siteIds: query.atSiteId,
    confirmed: query.confirmed,
    ongoing: query.ongoing,
    fromInclusive: query.startTime === undefined ? undefined : new Date(query.startTime),
    toExclusive: query.endTime === undefined ? undefined : new Date(query.endTime),
    rangeBy: query.rangeBy,
    daysOfWeek: query.dayOfWeek,
    hoursOfDay: query.hourOfDay,
    timeZone: query.timeZone,
    search: query.search ? searchTerms(query.search) : undefined,
  }
}

/** Accepts type keys and ids. `field` is the field they were given in. */
export function typeKeyFromWire(keyOrId: string, field: string): string {
  const type = findAlertType(keyOrId)
  if (!type) throw invalid(field, `Unknown alert type ${keyOrId}`)
  return type.Key
}
