import { listPreferences } from '@eot/contract/list-preferences'
import type { Kysely } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import type { Database } from '../../database.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { listPreferenceQueries, noPreferences } from './list-preferences.queries.ts'

export function listPreferenceRoutes(serve: Serve<Caller>, db: Kysely<Database>): void {
  const queries = listPreferenceQueries(db)

  serve(
    listPreferences.get,
    async ({ params, caller }) =>
      (await queries.findPreferences(caller.userId, params.list)) ?? noPreferences,
  )
  serve(listPreferences.put, ({ params, body, caller }) =>
    queries.changePreferences(caller.userId, params.list, body),
  )
}
