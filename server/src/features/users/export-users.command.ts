import type { Readable } from 'node:stream'
import type { User } from '@eot/contract/users'
import type { Kysely } from 'kysely'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { type CsvColumn, csvOf } from '../../platform/csv.ts'
import { type UserFilter, type UserOrder, userRowQueries } from './user-rows.queries.ts'
import { userToWire } from './users.wire.ts'

const mostExported = 200_000
const rowsAtOnce = 500

const columns: CsvColumn<User>[] = [
  { title: 'Name', cell: (user) => user.FullName },
  { title: 'Email', cell: (user) => user.Email },
  { title: 'Title', cell: (user) => user.UserTitle },
  { title: 'Phone', cell: (user) => user.PhoneNumber },
  { title: 'Role', cell: (user) => user.UserRole.Name },
  { title: 'Site', cell: (user) => user.Site.Name },
  { title: 'Active', cell: (user) => user.IsActive },
  { title: 'Two-factor', cell: (user) => user.TwoFactor },
  { title: 'Two-factor required for this user', cell: (user) => user.ForceUserTwoFactorAuth },
  { title: 'Sign-in', cell: (user) => user.AuthType },
  { title: 'Notices', cell: (user) => user.NotificationsEnabled },
  { title: 'Notices by email', cell: (user) => user.EmailEnabled },
  { title: 'Notices by text message', cell: (user) => user.TextEnabled },
  { title: 'Last sign-in (UTC)', cell: (user) => user.LastSignInAt },
  { title: 'Invitation', cell: (user) => user.Invitation?.Status ?? null },
  { title: 'Created (UTC)', cell: (user) => user.CreatedAt },
  { title: 'Id', cell: (user) => user.Id },
]

/** Streams all users that match a filter as CSV, at most 200,000. Each row shows the user's current state. */
export async function exportUsers(
  db: Kysely<Database>,
  of: { scope: Scope; filter: UserFilter; order: UserOrder; now: Date },
): Promise<Readable> {
  const queries = userRowQueries(db)
  const ids = await queries.listIds(of.scope, of.filter, of.order, mostExported)
  async function* rows(): AsyncGenerator<User> {
    for (let start = 0; start < ids.length; start += rowsAtOnce) {
      const part = ids.slice(start, start + rowsAtOnce)
      const byId = new Map((await queries.listByIds(of.scope, part)).map((row) => [row.id, row]))
      for (const row of part.flatMap((id) => byId.get(id) ?? [])) yield userToWire(row, of.now)
    }
  }
  return csvOf(columns, rows())
}
