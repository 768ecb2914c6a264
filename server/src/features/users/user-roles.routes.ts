import { userRoles } from '@eot/contract/user-roles'
import type { Kysely } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import type { ScopeOf } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { userRoleQueries } from './user-roles.queries.ts'
import { userQueries } from './users.queries.ts'

interface Parts {
  db: Kysely<Database>
  scopeOf: ScopeOf
}

interface Role {
  id: string
  name: string
  priority: number
}

const roleToWire = ({ id, name, priority }: Role) => ({ Id: id, Name: name, Priority: priority })

export function userRoleRoutes(serve: Serve<Caller>, { db, scopeOf }: Parts): void {
  const listRoles = () => userQueries(db).listRoles()

  serve(userRoles.all, async () => (await listRoles()).map(roleToWire))

  serve(userRoles.list, async ({ caller }) =>
    (await listRoles()).filter(({ priority }) => priority <= caller.priority).map(roleToWire),
  )

  serve(userRoles.ofSite, async ({ params, caller }) => {
    const rows = await userRoleQueries(db).listForSite(await scopeOf(caller, { SiteId: params.id }))
    return rows.map((row) => ({
      ...roleToWire(row),
      Users: row.users,
      IsTwoFactorForced: row.isTwoFactorForced,
    }))
  })
}
