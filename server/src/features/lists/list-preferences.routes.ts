import { type ListPreferences, listPreferences } from '@eot/contract/list-preferences'
import type { Kysely } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import type { Database } from '../../database.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { listPreferenceQueries } from './list-preferences.queries.ts'

const none: ListPreferences = { Hidden: [], Density: 'Comfortable', Views: [] }

export function listPreferenceRoutes(serve: Serve<Caller>, db: Kysely<Database>): void {
  const queries = listPreferenceQueries(db)

  serve(
    listPreferences.get,
    async ({ params, caller }) => (await queries.findPreferences(caller.userId, params.list)) ?? none,
  )
  serve(listPreferences.put, async ({ params, body, caller }) => {
    await queries.savePreferences(caller.userId, params.list, body)
    return body
  })
}
