import { notifications } from '@eot/contract/notifications'
import type { Kysely } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import type { Database } from '../../database.ts'
import { answerPage } from '../../platform/answer-page.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { typeKeyFromWire } from '../alerts/index.ts'
import type { LiveSources } from '../live/index.ts'
import { portalNoticeQueries } from './portal-notices.queries.ts'
import { portalNoticeToWire } from './portal-notices.wire.ts'

interface Parts {
  db: Kysely<Database>
  clock: Clock
  alerts: LiveSources['alerts']
}

/** The portal notices of the caller. Nobody sees those of others. */
export function portalNoticeRoutes(serve: Serve<Caller>, { db, clock, alerts }: Parts): void {
  const queries = portalNoticeQueries(db)

  serve(notifications.list, ({ query, caller }) => {
    const filter = { show: query.Show, types: query.Type?.map((type) => typeKeyFromWire(type, 'Type')) }
    return answerPage(query, {
      count: () => queries.countTopics(caller, filter),
      async list(slice) {
        const rows = await queries.listTopics(caller, filter, slice)
        const alertOf = await alerts(rows.flatMap(({ alertId }) => alertId ?? []))
        return rows.map((row) => portalNoticeToWire(row, alertOf.get(row.alertId ?? '')?.(caller.siteId)))
      },
    })
  })
  serve(notifications.counts, async ({ caller }) => ({
    Unread: await queries.countTopics(caller, { show: 'Unread' }),
    ToConfirm: await queries.countTopics(caller, { show: 'ToConfirm' }),
  }))
  serve(notifications.read, ({ body, caller }) =>
    queries.markRead(caller, { upTo: body.UpTo, ...(body.Topic && { topic: body.Topic }), at: clock() }),
  )
}
