import { type Kysely, type RawBuilder, sql } from 'kysely'
import { inScope } from '../../access/scope.queries.ts'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import type { Slice } from '../../platform/answer-page.ts'
import { contains } from '../../platform/db/search.queries.ts'
import type { CollectionKind, CollectionRow, CollectionSummary, MemberRow } from './collection.ts'

export interface CollectionFilter {
  search?: string | undefined
  isActive?: boolean | undefined
  /** Only active collections whose ready members are all among these. */
  onlyReady?: readonly string[] | undefined
}

export interface CollectionPage extends Slice {
  sortBy: 'Name' | 'Site' | 'MemberCount'
  order: 'asc' | 'desc'
}

const columns = sql`c.id, c.name, c.is_active as "isActive", c.version,
  site.id as "siteId", site.name as "siteName", site.path as "sitePath"`

/** The SQL of one kind of collection. Names from `CollectionKind` are constants of the program, never input. */
export function collectionQueries(db: Kysely<Database>, kind: CollectionKind) {
  const table = sql.table(kind.table)
  const link = sql.table(kind.link)
  const [owner, memberId] = [sql.ref(kind.ownerColumn), sql.ref(kind.memberColumn)]
  const memberName = sql.ref(`member.${kind.nameColumn}`)
  const [exists, isCounted, isReady] = [sql.raw(kind.exists), sql.raw(kind.isCounted), sql.raw(kind.isReady)]

  const all = async <Row>(query: RawBuilder<unknown>): Promise<Row[]> =>
    (await query.execute(db)).rows as Row[] // each query below names the columns of its row

  /** Memberships of the collection `c`, with the member's row. */
  const memberships = sql`${link} link join ${sql.table(kind.source)} member on member.id = link.${memberId}
    where link.${owner} = c.id and ${exists}`

  const matching = (scope: Scope, { search, isActive, onlyReady }: CollectionFilter) => {
    const conditions = [inScope(sql.ref('site.path'), scope)]
    if (isActive !== undefined) conditions.push(sql`c.is_active = ${isActive}`)
    if (search !== undefined)
      conditions.push(
        sql`(${contains(sql.ref('c.name'), search)} or ${contains(sql.ref('site.name'), search)}
          or exists (select from ${memberships} and ${contains(memberName as RawBuilder<string>, search)}))`,
      )
    if (onlyReady !== undefined)
      conditions.push(
        sql`(c.is_active
          and exists (select from ${memberships} and ${isReady} and member.id = any(${onlyReady}::uuid[]))
          and not exists (select from ${memberships} and ${isReady} and member.id <> all(${onlyReady}::uuid[])))`,
      )
    return sql`${table} c join site on site.id = c.site_id where ${sql.join(conditions, sql` and `)}`
  }

  const sortExpressions = {
    Name: sql`lower(c.name)`,
    Site: sql`lower(site.name)`,
    MemberCount: sql`"memberCount"`,
  }

  return {
    list: (scope: Scope, filter: CollectionFilter, { sortBy, order, limit, offset }: CollectionPage) =>
      all<CollectionSummary>(sql`
        select ${columns},
          (select count(*)::int from ${memberships} and ${isCounted}) as "memberCount",
          (select count(*)::int from ${memberships} and ${isCounted} and ${isReady}) as "readyCount"
        from ${matching(scope, filter)}
        order by ${sortExpressions[sortBy]} ${sql.raw(order)}, lower(c.name) ${sql.raw(order)}, c.id ${sql.raw(order)}
        limit ${limit} offset ${offset}`),

    async count(scope: Scope, filter: CollectionFilter): Promise<number> {
      const [row] = await all<{ count: number }>(
        sql`select count(*)::int as count from ${matching(scope, filter)}`,
      )
      return row?.count ?? 0
    },

    /** Lists active collections by name, without their members. `limit` null: all. */
    listNames: (scope: Scope, search: string | undefined, limit: number | null) =>
      all<CollectionRow>(sql`
        select ${columns} from ${table} c join site on site.id = c.site_id
        where ${inScope(sql.ref('site.path'), scope)} and c.is_active
          and ${search === undefined ? sql`true` : contains(sql.ref('c.name'), search)}
        order by lower(c.name), c.id limit ${limit}`),

    async find(scope: Scope, id: string): Promise<CollectionRow | undefined> {
      const [row] = await all<CollectionRow>(sql`
        select ${columns} from ${table} c join site on site.id = c.site_id
        where c.id = ${id} and ${inScope(sql.ref('site.path'), scope)}`)
      return row
    },

    /** Locks a collection until the transaction ends, so that its changes are serialized. */
    async lock(id: string): Promise<void> {
      await sql`select from ${table} where id = ${id} for update`.execute(db)
    },

    listMembers: (id: string) =>
      all<MemberRow>(sql`
        select member.id, ${memberName} as name
        from ${link} link join ${sql.table(kind.source)} member on member.id = link.${memberId}
        where link.${owner} = ${id} and ${exists}
        order by lower(${memberName}), member.id`),

    /**
     * Lists which of these members belong to a site or one below it. They and their sites stay locked until the transaction
     * ends: a move waits, and then removes the members it takes away.
     */
    listWithin: (sitePath: string, ids: readonly string[]) =>
      all<MemberRow>(sql`
        select member.id, ${memberName} as name
        from ${sql.table(kind.source)} member join site on site.id = member.site_id
        where member.id = any(${ids}::uuid[]) and starts_with(site.path, ${sitePath}) and ${exists}
        for share of member, site`),

    /** Returns the path of a site in the scope, locked against moves until the transaction ends. */
    async lockSite(scope: Scope, siteId: string): Promise<string | undefined> {
      const [row] = await all<{ path: string }>(sql`
        select path from site where id = ${siteId} and ${inScope(sql.ref('site.path'), scope)} for share`)
      return row?.path
    },

    async insert(row: { id: string; siteId: string; name: string; isActive: boolean }): Promise<void> {
      await sql`insert into ${table} (id, site_id, name, is_active)
        values (${row.id}, ${row.siteId}, ${row.name}, ${row.isActive})`.execute(db)
    },

    async update(id: string, row: { siteId: string; name: string; isActive: boolean }): Promise<void> {
      await sql`update ${table} set site_id = ${row.siteId}, name = ${row.name}, is_active = ${row.isActive},
        version = version + 1 where id = ${id}`.execute(db)
    },

    async remove(id: string): Promise<void> {
      await sql`delete from ${table} where id = ${id}`.execute(db)
    },

    async setMembers(id: string, memberIds: readonly string[]): Promise<void> {
      await sql`delete from ${link} where ${owner} = ${id} and ${memberId} <> all(${memberIds}::uuid[])`.execute(
        db,
      )
      await sql`insert into ${link} (${owner}, ${memberId}) select ${id}, unnest(${memberIds}::uuid[])
        on conflict do nothing`.execute(db)
    },
  }
}
