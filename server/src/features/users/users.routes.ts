import type { QueryOf } from '@eot/contract/endpoint'
import { users } from '@eot/contract/users'
import { type Caller, standingOf } from '../../access/caller.ts'
import type { LimitConflicts } from '../../access/conflict-limit.ts'
import { ownScope } from '../../access/scope.ts'
import { answerPage } from '../../platform/answer-page.ts'
import { found } from '../../platform/app-error.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { deleteUser } from './delete-user.command.ts'
import { exportUsers } from './export-users.command.ts'
import { inviteUser } from './invite-user.command.ts'
import { resendPassword } from './resend-password.command.ts'
import { resetTwoFactor } from './reset-two-factor.command.ts'
import { type UserParts, updateUser } from './update-user.command.ts'
import { type UserFilter, userRowQueries } from './user-rows.queries.ts'
import { grantsToWire, userToWire } from './users.wire.ts'

interface Parts extends UserParts {
  limitConflicts: LimitConflicts
}

const mostLookedUp = 20

export function userRoutes(serve: Serve<Caller>, parts: Parts): void {
  const { db, scopeOf, clock, limitConflicts } = parts
  const queries = userRowQueries(db)
  const getUser = async (caller: Caller, id: string) =>
    found(await queries.findUser(ownScope(caller), id), 'user_not_found')

  serve(users.list, async ({ query, caller }) => {
    const scope = await scopeOf(caller, query)
    const { sortBy, order = 'asc' } = query
    const filter = filterOf(query)
    return answerPage(query, {
      count: () => queries.countUsers(scope, filter),
      page: async (slice) => {
        const { rows, total } = await queries.listPage(scope, filter, { sortBy, order }, slice)
        return { items: rows.map((row) => userToWire(row, clock())), total }
      },
    })
  })

  serve(users.export, async ({ query, caller, reply }) => {
    const scope = await scopeOf(caller, query)
    const { sortBy, order = 'asc' } = query
    const now = clock()
    const csv = await exportUsers(db, { scope, filter: filterOf(query), order: { sortBy, order }, now })
    const day = now.toISOString().slice(0, 10)
    reply.header('content-disposition', `attachment; filename="users-${day}.csv"`)
    return csv
  })

  serve(users.all, async ({ query, caller }) => {
    const rows = await queries.listNames(await scopeOf(caller, query))
    return rows.map((row) => ({
      Id: row.id,
      Name: row.name,
      Site: { Id: row.siteId, Name: row.siteName },
      IsActive: row.isActive,
    }))
  })

  serve(users.lookup, async ({ query, caller }) => {
    const rows = await queries.lookUp(await scopeOf(caller, query), query.search, mostLookedUp)
    return rows.map(({ id, name }) => ({ Id: id, Name: name }))
  })

  serve(users.me, async ({ caller }) => userToWire(await getUser(caller, caller.userId), clock()))
  serve(users.myPermissions, async ({ caller }) => grantsToWire(standingOf(caller)))
  serve(users.get, async ({ params, caller }) => userToWire(await getUser(caller, params.id), clock()))
  serve(users.name, async ({ params, caller }) => {
    const { id, full_name } = await getUser(caller, params.id)
    return { Id: id, Name: full_name }
  })

  serve(users.create, async ({ body, caller }) =>
    userToWire(await limitConflicts(caller, () => inviteUser(parts, caller, body)), clock()),
  )
  serve(users.update, async ({ params, body, caller }) => {
    const update = () => updateUser(parts, caller, params.id, body)
    // Only a new address can be in use.
    return userToWire(await (body.Email ? limitConflicts(caller, update) : update()), clock())
  })
  serve(users.delete, ({ params, caller }) => deleteUser(parts, caller, params.id))
  serve(users.resendPassword, ({ params, caller }) => resendPassword(parts, caller, params.id))
  serve(users.resetTwoFactor, ({ params, caller }) => resetTwoFactor(parts, caller, params.id))
}

const filterOf = (query: Omit<QueryOf<typeof users.export>, 'Page'>): UserFilter => ({
  search: query.search,
  isActive: query.IsActive,
  roleIds: query.UserRole,
  authType: query.AuthType,
  twoFactor: query.TwoFactor,
  isForced: query.ForceUserTwoFactorAuth,
})
