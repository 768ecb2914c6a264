import type { Kysely } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { ownScope, type ScopeOf, type SiteRequest } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { answerPage } from '../../platform/answer-page.ts'
import { found } from '../../platform/app-error.ts'
import {
  type Collection,
  type CollectionChange,
  type CollectionWords,
  createCollection,
  deleteCollection,
  updateCollection,
} from './change-collection.command.ts'
import type { CollectionSummary } from './collection.ts'
import { collectionQueries } from './collections.queries.ts'

export interface CollectionParts {
  db: Kysely<Database>
  scopeOf: ScopeOf
}

interface Filter extends SiteRequest {
  search?: string | undefined
  IsActive?: boolean | undefined
}

interface Page extends Filter {
  Page: number
  PageSize: number
  CountOnly: boolean
  order?: 'asc' | 'desc' | undefined
}

const lookupLimit = 20

/** The work behind the endpoints of a kind of collection. */
export function collectionCalls({ db, scopeOf }: CollectionParts, words: CollectionWords) {
  const queries = collectionQueries(db, words.kind)
  const filterOf = ({ search, IsActive }: Filter) => ({ search, isActive: IsActive })
  const find = async (caller: Caller, id: string) =>
    found(await queries.find(ownScope(caller), id), words.notFound)

  return {
    async list<Row>(
      caller: Caller,
      query: Page,
      sortBy: 'Name' | 'Site' | 'MemberCount',
      toWire: (row: CollectionSummary) => Row,
    ) {
      const scope = await scopeOf(caller, query)
      const { order = 'asc' } = query
      return answerPage(query, {
        count: () => queries.count(scope, filterOf(query)),
        list: async (slice) =>
          (await queries.list(scope, filterOf(query), { sortBy, order, ...slice })).map(toWire),
      })
    },
    async count(caller: Caller, query: Filter) {
      return { Total: await queries.count(await scopeOf(caller, query), filterOf(query)) }
    },
    async all(caller: Caller, query: SiteRequest) {
      const rows = await queries.listNames(await scopeOf(caller, query), undefined, null)
      return rows.map((row) => ({
        Id: row.id,
        Name: row.name,
        Site: { Id: row.siteId, Name: row.siteName },
      }))
    },
    async lookup(caller: Caller, query: Filter) {
      const rows = await queries.listNames(await scopeOf(caller, query), query.search, lookupLimit)
      return rows.map(({ id, name }) => ({ Id: id, Name: name }))
    },
    async name(caller: Caller, id: string) {
      const row = await find(caller, id)
      return { Id: row.id, Name: row.name }
    },
    async get(caller: Caller, id: string): Promise<Collection> {
      const row = await find(caller, id)
      return { row, members: await queries.listMembers(row.id) }
    },
    create: (caller: Caller, input: Parameters<typeof createCollection>[1]) =>
      createCollection({ db, caller, words }, input),
    update: (caller: Caller, id: string, change: CollectionChange) =>
      updateCollection({ db, caller, words }, id, change),
    remove: (caller: Caller, id: string) => deleteCollection({ db, caller, words }, id),
  }
}
