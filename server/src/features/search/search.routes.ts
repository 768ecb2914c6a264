import { search, searchKinds } from '@eot/contract/search'
import type { Kysely } from 'kysely'
import { type Caller, hasPermission } from '../../access/caller.ts'
import { ownScope } from '../../access/scope.ts'
import { siteIdsOf } from '../../access/site-path.ts'
import type { Database } from '../../database.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { searchQueries } from './search.queries.ts'
import { searchTextOf } from './search-text.ts'

export function searchRoutes(serve: Serve<Caller>, db: Kysely<Database>): void {
  const queries = searchQueries(db)

  serve(search.find, async ({ query, caller }) => {
    const kinds = query.kind ?? searchKinds
    const scope = ownScope(caller)
    const text = searchTextOf(query.text)
    const [sites, devices, users] = await Promise.all([
      kinds.includes('Sites') ? queries.findSites(scope, text) : [],
      kinds.includes('Devices') && hasPermission(caller, 'ViewDevices')
        ? queries.findDevices(scope, text)
        : [],
      kinds.includes('Users') && hasPermission(caller, 'ViewUsers') ? queries.findUsers(scope, text) : [],
    ])

    /** Returns the ids of the sites on a path that are below the caller's own. */
    const below = (path: string | null) => siteIdsOf(path ?? '').slice(siteIdsOf(caller.sitePath).length)
    const names = await queries.listSiteNames([
      ...new Set([...sites, ...devices, ...users].flatMap(({ sitePath }) => below(sitePath))),
    ])
    const pathOf = (ids: readonly string[]) => ids.map((Id) => ({ Id, Name: names.get(Id) ?? '' }))

    return {
      Sites: sites.map(({ id, name, sitePath, isInactive }) => ({
        Id: id,
        Name: name,
        IsInactive: isInactive,
        Path: pathOf(below(sitePath).slice(0, -1)),
      })),
      Devices: devices.map(({ id, name, mac, siteId, siteName, sitePath, status, unwatched }) => ({
        Id: id,
        Name: name,
        Path: pathOf(below(sitePath)),
        Mac: mac,
        Site: siteId !== null && siteName !== null ? { Id: siteId, Name: siteName } : null,
        Status: status,
        Unwatched: unwatched,
      })),
      Users: users.map(({ id, name, email, roleId, roleName, sitePath, isActive }) => ({
        Id: id,
        Name: name,
        Path: pathOf(below(sitePath)),
        Email: email,
        UserRole: { Id: roleId, Name: roleName },
        IsActive: isActive,
      })),
    }
  })
}
