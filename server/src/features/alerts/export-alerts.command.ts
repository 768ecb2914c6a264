import type { Readable } from 'node:stream'
import type { Alert } from '@eot/contract/alerts'
import type { Kysely } from 'kysely'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { invalid } from '../../platform/app-error.ts'
import { type CsvColumn, csvOf } from '../../platform/csv.ts'
import type { AlertFilter } from './alert-filter.queries.ts'
import { type AlertOrder, type AlertQueries, alertQueries } from './alerts.queries.ts'
import { alertToWire } from './alerts.wire.ts'

const mostExported = 200_000
const rowsAtOnce = 500

const columns: CsvColumn<Alert>[] = [
  { title: 'Started (UTC)', cell: (alert) => alert.StartAt },
  { title: 'Ended (UTC)', cell: (alert) => alert.EndAt },
  { title: 'Duration (s)', cell: (alert) => (alert.EndAt === null ? 'Ongoing' : alert.Duration) },
  { title: 'Type', cell: (alert) => alert.Type.Name },
  { title: 'Severity', cell: (alert) => alert.Severity },
  { title: 'Device', cell: (alert) => alert.Device.Name },
  { title: 'Site', cell: (alert) => alert.SitePath.map((site) => site.Name).join(' / ') },
  { title: 'Time zone', cell: (alert) => alert.TimeZone },
  { title: 'Value', cell: (alert) => alert.Value },
  { title: 'Peak', cell: (alert) => alert.Peak },
  { title: 'Threshold', cell: (alert) => alert.Threshold },
  { title: 'Unit', cell: (alert) => alert.Unit },
  { title: 'Confirmed', cell: (alert) => alert.Confirmed },
  { title: 'Confirmed by', cell: (alert) => alert.ConfirmedBy?.Name ?? null },
  { title: 'Confirmed (UTC)', cell: (alert) => alert.ConfirmedAt },
  { title: 'Comment', cell: (alert) => alert.Comment },
  { title: 'Disposition', cell: (alert) => alert.Disposition },
  { title: 'End reason', cell: (alert) => alert.EndReason },
  { title: 'Unstable', cell: (alert) => alert.Unstable },
  { title: 'Id', cell: (alert) => alert.Id },
]

/**
 * Streams all alerts that match a filter as CSV. The set and its order are fixed before the first line, so alerts
 * raised during the export neither repeat nor displace a row; each row shows the alert's current state.
 */
export async function exportAlerts(
  db: Kysely<Database>,
  of: { scope: Scope; filter: AlertFilter; order: AlertOrder; visibleFrom: string },
): Promise<Readable> {
  const queries = alertQueries(db)
  const ids = await queries.listIds(of.scope, of.filter, of.order, mostExported + 1)
  if (ids.length > mostExported)
    throw invalid('startTime', `More than ${mostExported} alerts match. Choose a shorter time range.`)
  return csvOf(columns, alertsById(queries, ids, of.visibleFrom))
}

async function* alertsById(
  queries: AlertQueries,
  ids: readonly string[],
  visibleFrom: string,
): AsyncGenerator<Alert> {
  for (let start = 0; start < ids.length; start += rowsAtOnce) {
    const part = ids.slice(start, start + rowsAtOnce)
    const rows = new Map((await queries.listByIds(part)).map((row) => [row.id, row]))
    for (const id of part) {
      const row = rows.get(id)
      if (row) yield alertToWire(row, visibleFrom)
    }
  }
}
