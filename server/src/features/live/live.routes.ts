import { catchUpLimit, live } from '@eot/contract/live'
import type pg from 'pg'
import type { Caller } from '../../access/caller.ts'
import type { ScopeOf } from '../../access/scope.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { findOldestSeq, listLiveEvents, readSequence } from './live-events.queries.ts'
import { type LiveSources, readMessages } from './live-messages.ts'

export function liveRoutes(
  serve: Serve<Caller>,
  { pool, scopeOf, sources }: { pool: pg.Pool; scopeOf: ScopeOf; sources: LiveSources },
): void {
  serve(live.events, async ({ query, caller }) => {
    const scope = await scopeOf(caller, { SiteId: query.SiteId })
    // Read before the events, so that the number promises no more than what is answered.
    const seq = await readSequence(pool)
    if (query.after === undefined) return { Seq: seq, Resync: false, Alerts: [], Devices: [] }
    const events = await listLiveEvents(pool, query.after, catchUpLimit + 1, scope.path)
    const oldest = await findOldestSeq(pool)
    const isForgotten =
      query.after > seq || (query.after < seq && (oldest === undefined || oldest > query.after + 1))
    if (isForgotten || events.length > catchUpLimit)
      return { Seq: seq, Resync: true, Alerts: [], Devices: [] }
    const say = await readMessages(events, sources)
    const messages = events.flatMap((event) => say(event, scope.siteId) ?? [])
    return {
      Seq: Math.max(seq, events.at(-1)?.seq ?? 0),
      Resync: false,
      Alerts: messages.filter((message) => 'Alert' in message),
      Devices: query.includeDevices ? messages.filter((message) => 'Device' in message) : [],
    }
  })
}
