import { type QuarantineRow, quarantine } from '@eot/contract/quarantine'
import type { Kysely } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import type { ScopeOf } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { answerPage } from '../../platform/answer-page.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { quarantineListQueries, type RefusedRow } from './quarantine-list.queries.ts'

interface Parts {
  db: Kysely<Database>
  scopeOf: ScopeOf
}

export function quarantineListRoutes(serve: Serve<Caller>, { db, scopeOf }: Parts): void {
  const queries = quarantineListQueries(db)

  serve(quarantine.list, async ({ query, caller }) => {
    const scope = await scopeOf(caller, { SiteId: query.SiteId })
    return answerPage(query, {
      count: () => queries.countRefused(scope),
      list: async (slice) => (await queries.listRefused(scope, slice)).map(toWire),
    })
  })
}

function toWire(row: RefusedRow): QuarantineRow {
  return {
    Id: String(row.id),
    ReceivedAt: row.received_at.toISOString(),
    Channel: row.channel as QuarantineRow['Channel'], // ingestion writes no others
    Mac: row.mac || null,
    Device:
      row.device_id !== null && row.device_name !== null
        ? { Id: row.device_id, Name: row.device_name }
        : null,
    Reason: row.reason,
    Payload: row.payload,
    Count: row.count,
  }
}
