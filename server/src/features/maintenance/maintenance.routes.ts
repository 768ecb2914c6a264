import { maintenance } from '@eot/contract/maintenance'
import type { Kysely } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { ownScope, type ScopeOf } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { answerPage } from '../../platform/answer-page.ts'
import { found } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Serve } from '../../platform/http/serve.ts'
import {
  cancelMaintenance,
  createMaintenance,
  endMaintenance,
  updateMaintenance,
} from './change-maintenance.command.ts'
import { maintenanceQueries } from './maintenance.queries.ts'
import { maintenanceToWire } from './maintenance.wire.ts'

interface Parts {
  db: Kysely<Database>
  scopeOf: ScopeOf
  clock: Clock
}

export function maintenanceRoutes(serve: Serve<Caller>, parts: Parts): void {
  const { db, scopeOf, clock } = parts
  const queries = maintenanceQueries(db)

  serve(maintenance.list, async ({ query, caller }) => {
    const reach = { own: ownScope(caller), listed: await scopeOf(caller, query) }
    const filter = { search: query.search, period: query.Period }
    const { order = 'asc' } = query
    const now = clock()
    return answerPage(query, {
      count: () => queries.countWindows(reach.listed, filter, now),
      list: async (slice) => {
        const rows = await queries.listWindows(reach, filter, { order, ...slice }, now)
        return rows.map((row) => ({
          ...maintenanceToWire(row),
          DeviceCount: row.deviceCount,
          AlertCount: row.alertCount,
        }))
      },
    })
  })

  serve(maintenance.active, async ({ query, caller }) => {
    const reach = { own: ownScope(caller), listed: await scopeOf(caller, query) }
    const id = query.DeviceId?.toLowerCase()
    const place = id && found(await queries.findTarget('device', reach.listed, id), 'device_not_found')
    const device = id && place ? { id, sitePath: place.sitePath } : undefined
    return (await queries.listActive(reach, device, clock())).map(maintenanceToWire)
  })

  serve(maintenance.get, async ({ params, caller }) =>
    maintenanceToWire(found(await queries.findWindow(ownScope(caller), params.id), 'maintenance_not_found')),
  )
  serve(maintenance.create, async ({ body, caller }) =>
    maintenanceToWire(await createMaintenance(parts, caller, body)),
  )
  serve(maintenance.update, async ({ params, body, caller }) =>
    maintenanceToWire(await updateMaintenance(parts, caller, params.id, body)),
  )
  serve(maintenance.end, async ({ params, caller }) =>
    maintenanceToWire(await endMaintenance(parts, caller, params.id)),
  )
  serve(maintenance.remove, ({ params, caller }) => cancelMaintenance(parts, caller, params.id))
}
