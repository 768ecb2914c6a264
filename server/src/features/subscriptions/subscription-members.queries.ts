import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../../database.ts'

/** The table of the record that has the members: a subscription, a webhook event, which has no receivers, or an own report. */
export type Owner = 'subscription' | 'webhook_event' | 'own_report'

/** A set of records that a subscription refers to. The values are constants of the program, never input. */
interface MemberSet {
  /** The table name without the name of the owner: `device` of `subscription_device`. */
  table: string
  column: string
  /** The table of the records, with a column `site_id` or `id` of their site. */
  source: 'device' | 'device_group' | 'site' | 'app_user' | 'user_list'
  nameColumn: 'name' | 'full_name'
  /** Column with the id of the record's site. */
  siteColumn: 'site_id' | 'id'
  /** Subscriptions only. 1: notified immediately. 2: notified by a reminder. null: not a receiver. */
  stage: 1 | 2 | null
}

const users = {
  column: 'user_id',
  source: 'app_user',
  nameColumn: 'full_name',
  siteColumn: 'site_id',
} as const
const lists = {
  column: 'user_list_id',
  source: 'user_list',
  nameColumn: 'name',
  siteColumn: 'site_id',
} as const

const memberSets = {
  devices: {
    table: 'device',
    column: 'device_id',
    source: 'device',
    nameColumn: 'name',
    siteColumn: 'site_id',
    stage: null,
  },
  groups: {
    table: 'device_group',
    column: 'device_group_id',
    source: 'device_group',
    nameColumn: 'name',
    siteColumn: 'site_id',
    stage: null,
  },
  sites: {
    table: 'site',
    column: 'site_id',
    source: 'site',
    nameColumn: 'name',
    siteColumn: 'id',
    stage: null,
  },
  users: { ...users, table: 'user', stage: 1 },
  lists: { ...lists, table: 'user_list', stage: 1 },
  remindUsers: { ...users, table: 'user', stage: 2 },
  remindLists: { ...lists, table: 'user_list', stage: 2 },
} as const satisfies Record<string, MemberSet>

export type MemberSetName = keyof typeof memberSets
export const memberSetNames = Object.keys(memberSets) as MemberSetName[] // keys of the object above

export interface MemberName {
  id: string
  name: string
}

/**
 * The memberships of the owner, under the name of its table, in a set, as `link`, with the member's row as `member`. Members
 * that have moved away from its site, perhaps to another customer, no longer count, and their names are hidden from those who
 * see the subscription.
 */
function memberships(name: MemberSetName, owner: Owner): RawBuilder<unknown> {
  const { table, column, source, siteColumn, stage } = memberSets[name] as MemberSet
  const exists = source === 'app_user' ? sql`and member.deleted_at is null` : sql``
  const ofStage = stage === null ? sql`` : sql`and link.stage = ${stage}`
  return sql`${linkTable(owner, table)} link join ${sql.table(source)} member on member.id = ${sql.ref(`link.${column}`)}
    where ${sql.ref(`link.${owner}_id`)} = ${sql.ref(`${owner}.id`)} ${ofStage} ${exists} and exists (
      select from site place join site own on own.id = ${sql.ref(`${owner}.site_id`)}
      where place.id = ${sql.ref(`member.${siteColumn}`)} and starts_with(place.path, own.path))`
}

const linkTable = (owner: Owner, table: string) => sql.table(`${owner}_${table}`)

/** Returns the number of members of a set of the subscription `subscription`, or of another owner. */
export const memberCount = (name: MemberSetName, owner: Owner = 'subscription'): RawBuilder<number> =>
  sql<number>`(select count(*)::int from ${memberships(name, owner)})`

/** Lists the members of a set of the subscription `subscription`, or of another owner, by name. `limit` null: all. */
export function memberNames(
  name: MemberSetName,
  limit: number | null,
  owner: Owner = 'subscription',
): RawBuilder<MemberName[]> {
  const memberName = sql.ref(`member.${memberSets[name].nameColumn}`)
  return sql<MemberName[]>`(
    select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name) order by lower(name), id), '[]')
    from (
      select member.id, ${memberName} as name from ${memberships(name, owner)}
      order by lower(${memberName}), member.id limit ${limit}
    ) named)`
}

/** SQL for whether any member of a set matches the condition, which refers to the member's row as `member`. */
export const someMember = (name: MemberSetName, condition: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from ${memberships(name, 'subscription')} and ${condition})`

export function subscriptionMemberQueries(db: Kysely<Database>, owner: Owner = 'subscription') {
  return {
    /**
     * Lists which of these records belong to the site at `path` or below it. `hold`: they are locked there until the
     * transaction ends.
     */
    async listWithin(
      name: MemberSetName,
      { path, ids, hold }: { path: string; ids: readonly string[]; hold: boolean },
    ): Promise<string[]> {
      const { source, siteColumn } = memberSets[name]
      const exists = source === 'app_user' ? sql`and member.deleted_at is null` : sql``
      const tables = source === 'site' ? sql`member` : sql`member, site`
      const locked = hold ? sql`for share of ${tables}` : sql``
      const { rows } = await sql<{ id: string }>`
        select member.id from ${sql.table(source)} member
        join site on site.id = ${sql.ref(`member.${siteColumn}`)}
        where member.id = any(${ids}::uuid[]) and starts_with(site.path, ${path}) ${exists}
        ${locked}`.execute(db)
      return rows.map(({ id }) => id)
    },

    async changeMembers(
      name: MemberSetName,
      ownerId: string,
      { added, removed }: { added: readonly string[]; removed: readonly string[] },
    ): Promise<void> {
      const { table, column, ...set } = memberSets[name] as MemberSet
      const stage = owner === 'subscription' ? set.stage : null
      const [link, memberId] = [linkTable(owner, table), sql.ref(column)]
      const ownerColumn = sql.ref(`${owner}_id`)
      const ofStage = stage === null ? sql`` : sql`and stage = ${stage}`
      await sql`
        delete from ${link}
        where ${ownerColumn} = ${ownerId} ${ofStage} and ${memberId} = any(${removed}::uuid[])`.execute(db)
      await sql`
        insert into ${link} (${ownerColumn}, ${stage === null ? sql`` : sql`stage,`} ${memberId})
        select ${ownerId}, ${stage === null ? sql`` : sql`${stage},`} unnest(${added}::uuid[])
        on conflict do nothing`.execute(db)
    },
  }
}
