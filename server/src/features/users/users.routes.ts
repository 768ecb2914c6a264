import { users } from '@eot/contract/users'
import type { Kysely } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { ownScope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { found } from '../../platform/app-error.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { userQueries } from './users.queries.ts'
import { grantsToWire, userToWire } from './users.wire.ts'

export function userRoutes(serve: Serve<Caller>, { db }: { db: Kysely<Database> }): void {
  const queries = userQueries(db)

  serve(users.me, async ({ caller }) =>
    userToWire(found(await queries.findUser(ownScope(caller), caller.userId), 'user_not_found')),
  )
  serve(users.myPermissions, async ({ caller }) => grantsToWire(caller.priority))
}
