import { catchUpLimit, live } from '@eot/contract/live'
import type pg from 'pg'
import type { Caller } from '../../access/caller.ts'
import type { ScopeOf } from '../../access/scope.ts'
import { executeOn } from '../../platform/db/execute.queries.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { findOldestSeq, listEvents, readEvents, readSequence } from '../events/index.ts'
import { type LiveSources, readMessages } from './live-messages.ts'

const nothing = { Alerts: [], Devices: [], Changes: [] }

export function liveRoutes(
  serve: Serve<Caller>,
  { pool, scopeOf, sources }: { pool: pg.Pool; scopeOf: ScopeOf; sources: LiveSources },
): void {
  const execute = executeOn(pool)
  serve(live.events, async ({ query, caller }) => {
    const scope = await scopeOf(caller, { SiteId: query.SiteId })
    // Read before the events, so that the cursor never runs ahead of the events returned.
    const seq = await readSequence(execute)
    if (query.after === undefined) return { Seq: seq, Resync: false, ...nothing }
    const rows = await listEvents(execute, query.after, catchUpLimit + 1, scope.path)
    const oldest = await findOldestSeq(execute)
    const isForgotten =
      query.after > seq || (query.after < seq && (oldest === undefined || oldest > query.after + 1))
    if (isForgotten || rows.length > catchUpLimit) return { Seq: seq, Resync: true, ...nothing }
    const events = readEvents(rows)
    const messageFor = await readMessages(events, sources)
    const messages = events.flatMap((event) => messageFor(event, scope.siteId) ?? [])
    return {
      Seq: Math.max(seq, rows.at(-1)?.seq ?? 0),
      Resync: false,
      Alerts: messages.filter((message) => 'Alert' in message),
      Devices: query.includeDevices ? messages.filter((message) => 'Device' in message) : [],
      Changes: messages.flatMap((message) => ('DeviceId' in message ? [] : message)),
    }
  })
}
