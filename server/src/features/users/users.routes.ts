import { users } from '@eot/contract/users'
import type { Kysely } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import type { LimitConflicts } from '../../access/conflict-limit.ts'
import { ownScope, type ScopeOf } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { found } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { inviteUser } from './invite-user.command.ts'
import { resendPassword } from './resend-password.command.ts'
import { updateUser } from './update-user.command.ts'
import { userQueries } from './users.queries.ts'
import { grantsToWire, userToWire } from './users.wire.ts'

interface Parts {
  db: Kysely<Database>
  scopeOf: ScopeOf
  clock: Clock
  limitConflicts: LimitConflicts
}

export function userRoutes(serve: Serve<Caller>, parts: Parts): void {
  const queries = userQueries(parts.db)

  serve(users.me, async ({ caller }) =>
    userToWire(found(await queries.findUser(ownScope(caller), caller.userId), 'user_not_found')),
  )
  serve(users.myPermissions, async ({ caller }) => grantsToWire(caller.priority))
  serve(users.create, async ({ body, caller }) =>
    userToWire(await parts.limitConflicts(caller, () => inviteUser(parts, caller, body))),
  )
  serve(users.update, async ({ params, body, caller }) =>
    userToWire(await updateUser(parts.db, caller, params.id, body)),
  )
  serve(users.resendPassword, ({ params, caller }) => resendPassword(parts, caller, params.id))
}
