import type { BlacklistType } from '@eot/contract/blacklist'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database.ts'
import type { Slice } from '../../platform/answer-page.ts'
import { countRows } from '../../platform/db/count-rows.queries.ts'
import { contains } from '../../platform/db/search.queries.ts'
import { uuidv7 } from '../../platform/db/uuid.ts'
import type { BlacklistRow } from './tables.ts'

export interface BlacklistFilter {
  search?: string | undefined
  receiver?: string | undefined
  types?: readonly BlacklistType[] | undefined
  userId?: string | undefined
  /** Whether the address is blocked at `at`. */
  isBlocked?: boolean | undefined
  at: Date
}

export interface BlacklistPage extends Slice {
  sortBy: 'Receiver' | 'Type' | 'BlockedAt' | 'LastFailureAt'
  order: 'asc' | 'desc'
}

const sortColumns = {
  Receiver: 'receiver',
  Type: 'type',
  BlockedAt: 'blocked_at',
  LastFailureAt: 'last_failure_at',
} as const

/** The users with the address of an entry. Phone numbers are stored as they were entered. */
const hasAddress = sql<boolean>`
  app_user.deleted_at is null and (
    (blacklist_entry.type = 'Email' and lower(app_user.email) = blacklist_entry.receiver)
    or (blacklist_entry.type = 'Text'
      and regexp_replace(app_user.phone_number, '[^+0-9]', '', 'g') = blacklist_entry.receiver))`

export const blacklistQueries = (db: Kysely<Database>) => {
  const matching = ({ search, receiver, types, userId, isBlocked, at }: BlacklistFilter) =>
    db
      .selectFrom('blacklist_entry')
      .$if(receiver !== undefined, (query) =>
        query.where((eb) => contains(eb.ref('receiver'), receiver ?? '')),
      )
      .$if(types !== undefined, (query) => query.where('type', 'in', [...(types ?? [])]))
      .$if(isBlocked !== undefined, (query) =>
        query.where(sql<boolean>`(is_blocked and coalesce(blocked_until > ${at}, true)) = ${isBlocked}`),
      )
      .$if(userId !== undefined, (query) =>
        query.where((eb) =>
          eb.exists(
            eb
              .selectFrom('app_user')
              .where('app_user.id', '=', userId ?? '')
              .where(hasAddress),
          ),
        ),
      )
      .$if(search !== undefined, (query) =>
        query.where((eb) =>
          eb.or([
            contains(eb.ref('receiver'), search ?? ''),
            eb.exists(
              eb
                .selectFrom('app_user')
                .where(hasAddress)
                .where((inner) => contains(inner.ref('app_user.full_name'), search ?? '')),
            ),
          ]),
        ),
      )

  const withUsers = (entries: ReturnType<typeof matching>) =>
    entries.selectAll('blacklist_entry').select(
      sql<{ Id: string; Name: string }[]>`coalesce((
        select json_agg(json_build_object('Id', app_user.id, 'Name', app_user.full_name) order by app_user.full_name)
        from app_user where ${hasAddress}), '[]')`.as('users'),
    )

  return {
    listEntries: (filter: BlacklistFilter, { sortBy, order, limit, offset }: BlacklistPage) =>
      withUsers(matching(filter))
        .orderBy(sortColumns[sortBy], (by) => (order === 'asc' ? by.asc() : by.desc()).nullsLast())
        .orderBy('id', order)
        .limit(limit)
        .offset(offset)
        .execute(),

    countEntries: (filter: BlacklistFilter): Promise<number> => countRows(matching(filter)),

    findEntry: (id: string) =>
      withUsers(db.selectFrom('blacklist_entry')).where('id', '=', id).executeTakeFirst(),

    /** Lists which of these addresses are blocked at this time. */
    listBlocked: (type: BlacklistType, receivers: readonly string[], at: Date) =>
      db
        .selectFrom('blacklist_entry')
        .where('type', '=', type)
        .where('receiver', '=', sql<string>`any(${receivers}::text[])`)
        .where('is_blocked', '=', true)
        .where((eb) => eb.or([eb('blocked_until', 'is', null), eb('blocked_until', '>', at)]))
        .select(['receiver', 'reason', 'blocked_until'])
        .execute(),

    /** Lists the addresses of a user that are blocked at this time. */
    listBlockedOf: (userId: string, at: Date): Promise<BlacklistRow[]> =>
      matching({ userId, isBlocked: true, at }).selectAll('blacklist_entry').orderBy('type').execute(),

    /** Locks the entry of an address, and creates it first if there is none. */
    async lockEntry(type: BlacklistType, receiver: string): Promise<BlacklistRow> {
      await db
        .insertInto('blacklist_entry')
        .values({ id: uuidv7(), type, receiver })
        .onConflict((conflict) => conflict.columns(['receiver', 'type']).doNothing())
        .execute()
      return db
        .selectFrom('blacklist_entry')
        .where('type', '=', type)
        .where('receiver', '=', receiver)
        .selectAll()
        .forUpdate()
        .executeTakeFirstOrThrow()
    },

    lockById: (id: string): Promise<BlacklistRow | undefined> =>
      db.selectFrom('blacklist_entry').where('id', '=', id).selectAll().forUpdate().executeTakeFirst(),

    async updateEntry(id: string, changes: Partial<Omit<BlacklistRow, 'id' | 'version'>>): Promise<void> {
      await db
        .updateTable('blacklist_entry')
        .set({ ...changes, version: sql`version + 1` })
        .where('id', '=', id)
        .execute()
    },

    /** Records that a message has arrived: earlier failures no longer count, nor does a block that has expired. */
    async forgetFailures(type: BlacklistType, receiver: string, at: Date): Promise<void> {
      await db
        .deleteFrom('blacklist_entry')
        .where('type', '=', type)
        .where('receiver', '=', receiver)
        .where((eb) => eb.or([eb('is_blocked', '=', false), eb('blocked_until', '<=', at)]))
        .execute()
    },
  }
}

export type BlacklistEntryRow = Awaited<
  ReturnType<ReturnType<typeof blacklistQueries>['listEntries']>
>[number]
