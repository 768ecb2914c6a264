import { connectionDays, connections } from '@eot/contract/connections'
import type { Kysely } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { ownScope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { found } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import { inSnapshot } from '../../platform/db/in-snapshot.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { connectionPeriods } from './connection-periods.ts'
import { connectionQueries } from './connections.queries.ts'

const dayMs = 86_400_000

export function connectionRoutes(
  serve: Serve<Caller>,
  { db, clock }: { db: Kysely<Database>; clock: Clock },
): void {
  serve(connections.ofDevice, ({ params, caller }) =>
    inSnapshot(db, async (tx) => {
      const queries = connectionQueries(tx)
      const scope = ownScope(caller)
      const device = found(await queries.findDevice(scope, params.id), 'device_not_found')
      const now = clock()
      const earliest = new Date(now.getTime() - connectionDays * dayMs)
      const isNew = device.createdAt > earliest
      const from = isNew ? device.createdAt : earliest
      const periods =
        device.isOnline === null
          ? []
          : connectionPeriods(await queries.listChanges(scope, params.id, from), {
              from,
              now,
              isOnline: device.isOnline,
              isNew,
            })
      return {
        StartAt: (periods[0]?.startAt ?? now).toISOString(),
        EndAt: now.toISOString(),
        Periods: periods.map(({ startAt, endAt, isOnline }) => ({
          StartAt: startAt.toISOString(),
          EndAt: endAt.toISOString(),
          IsOnline: isOnline,
        })),
      }
    }),
  )
}
