import type { groups } from '@eot/contract/device-groups'
import type { BodyOf, QueryOf } from '@eot/contract/endpoint'
import type { lists } from '@eot/contract/user-lists'
import type { Kysely } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { ownScope, type ScopeOf } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { answerPage } from '../../platform/answer-page.ts'
import { found } from '../../platform/app-error.ts'
import type { Serve } from '../../platform/http/serve.ts'
import {
  type CollectionWords,
  createCollection,
  deleteCollection,
  updateCollection,
} from './change-collection.command.ts'
import type { CollectionRow } from './collection.ts'
import { collectionQueries } from './collections.queries.ts'

export interface CollectionParts {
  db: Kysely<Database>
  scopeOf: ScopeOf
}

type Endpoints = typeof groups | typeof lists
type Query = QueryOf<Endpoints['list']>
/** A new record or a change of one, without the members. */
type Input = Omit<BodyOf<Endpoints['create']>, 'Devices' | 'Users'>
type Change = Omit<BodyOf<Endpoints['update']>, 'Devices' | 'Users'>

const lookupLimit = 20

/** Serves the endpoints that are the same for every kind of collection, and returns the functions behind the others. */
export function serveCollections<Wire extends object, WireRow>(
  serve: Serve<Caller>,
  { db, scopeOf }: CollectionParts,
  words: CollectionWords<Wire, WireRow>,
  endpoints: Endpoints,
) {
  const queries = collectionQueries(db, words.kind)
  const filterOf = ({ search, IsActive }: Pick<Query, 'search' | 'IsActive'>) => ({
    search,
    isActive: IsActive,
  })
  const find = async (caller: Caller, id: string) =>
    found(await queries.find(ownScope(caller), id), words.notFound)

  serve(endpoints.count, async ({ query, caller }) => ({
    Total: await queries.count(await scopeOf(caller, query), filterOf(query)),
  }))
  serve(endpoints.all, async ({ query, caller }) => {
    const rows = await queries.listNames(await scopeOf(caller, query), undefined, null)
    return rows.map(({ id, name, siteId, siteName }) => ({
      Id: id,
      Name: name,
      Site: { Id: siteId, Name: siteName },
    }))
  })
  serve(endpoints.lookup, async ({ query, caller }) => {
    const rows = await queries.listNames(await scopeOf(caller, query), query.search, lookupLimit)
    return rows.map(({ id, name }) => ({ Id: id, Name: name }))
  })
  serve(endpoints.name, async ({ params, caller }) => {
    const { id, name } = await find(caller, params.id)
    return { Id: id, Name: name }
  })
  serve(endpoints.remove, ({ params, caller }) => deleteCollection({ db, caller, words }, params.id))

  return {
    async list(caller: Caller, query: Query) {
      const scope = await scopeOf(caller, query)
      const { order = 'asc' } = query
      const sortBy = query.sortBy === 'Name' || query.sortBy === 'Site' ? query.sortBy : 'MemberCount'
      const onlyReady = 'onlyReceiver' in query ? query.onlyReceiver : undefined
      const filter = { ...filterOf(query), onlyReady }
      return answerPage(query, {
        count: () => queries.count(scope, filter),
        list: async (slice) =>
          (await queries.list(scope, filter, { sortBy, order, ...slice })).map(words.rowToWire),
      })
    },
    async get(caller: Caller, id: string) {
      const row = await find(caller, id)
      return words.toWire({ row, members: await queries.listMembers(row.id) })
    },
    async create(caller: Caller, { Name, Site, IsActive }: Input, memberIds: readonly string[]) {
      const input = { name: Name, siteId: Site, isActive: IsActive, memberIds }
      return words.toWire(await createCollection({ db, caller, words }, input))
    },
    async update(
      caller: Caller,
      id: string,
      change: Change,
      memberIds: readonly string[] | null | undefined,
    ) {
      const { Name, Site, IsActive, Version } = change
      const fields = { name: Name, siteId: Site, isActive: IsActive, version: Version, memberIds }
      return words.toWire(await updateCollection({ db, caller, words }, id, fields))
    },
  }
}

/** The fields that all kinds have on the wire. */
export const headToWire = (row: CollectionRow) => ({
  Id: row.id,
  Name: row.name,
  Site: { Id: row.siteId, Name: row.siteName },
  IsActive: row.isActive,
  Version: row.version,
})
