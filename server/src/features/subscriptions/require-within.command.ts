import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'
import { AppError } from '../../platform/app-error.ts'
import { type MemberSetName, subscriptionMemberQueries } from './subscription-members.queries.ts'

const notFound = {
  devices: 'device_not_found',
  groups: 'group_not_found',
  sites: 'site_not_found',
  users: 'user_not_found',
  lists: 'list_not_found',
  remindUsers: 'user_not_found',
  remindLists: 'list_not_found',
} as const satisfies Record<MemberSetName, string>

interface Wanted {
  /** The path of the subscription's site. */
  path: string
  name: MemberSetName
  ids: readonly string[]
  /** Locks the records, so that they cannot be moved until the transaction ends. */
  hold: boolean
}

/** Throws `…_not_found` for a target or receiver that is missing, foreign or outside the site. */
export async function requireWithin(db: Kysely<Database>, { name, ...wanted }: Wanted): Promise<void> {
  if (wanted.ids.length === 0) return
  const within = await subscriptionMemberQueries(db).listWithin(name, wanted)
  if (within.length < wanted.ids.length) throw new AppError(notFound[name])
}
