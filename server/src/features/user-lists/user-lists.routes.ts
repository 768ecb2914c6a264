import { lists, type UserList, type UserListRow } from '@eot/contract/user-lists'
import type { Caller } from '../../access/caller.ts'
import type { Serve } from '../../platform/http/serve.ts'
import {
  type Collection,
  type CollectionParts,
  type CollectionRow,
  type CollectionSummary,
  type CollectionWords,
  collectionCalls,
} from '../collections/index.ts'

const words: CollectionWords = {
  kind: {
    table: 'user_list',
    link: 'user_list_user',
    ownerColumn: 'user_list_id',
    memberColumn: 'user_id',
    source: 'app_user',
    nameColumn: 'full_name',
    exists: 'member.deleted_at is null',
    isReady:
      'member.is_active and member.notifications_enabled and (member.email_enabled or member.text_enabled)',
  },
  members: 'Users',
  notFound: 'list_not_found',
  memberNotFound: 'user_not_found',
  nameTaken: 'list_name_taken',
  changed: 'UserListsChanged',
  actions: {
    created: 'user_list.created',
    updated: 'user_list.updated',
    deleted: 'user_list.deleted',
  },
  toWire,
}

export function userListRoutes(serve: Serve<Caller>, parts: CollectionParts): void {
  const calls = collectionCalls(parts, words)

  serve(lists.list, ({ query, caller }) =>
    calls.list(caller, query, query.sortBy === 'UserCount' ? 'MemberCount' : query.sortBy, rowToWire),
  )
  serve(lists.count, ({ query, caller }) => calls.count(caller, query))
  serve(lists.all, ({ query, caller }) => calls.all(caller, query))
  serve(lists.lookup, ({ query, caller }) => calls.lookup(caller, query))
  serve(lists.name, ({ params, caller }) => calls.name(caller, params.id))
  serve(lists.get, async ({ params, caller }) => toWire(await calls.get(caller, params.id)))
  serve(lists.create, async ({ body, caller }) =>
    toWire(
      await calls.create(caller, {
        name: body.Name,
        siteId: body.Site,
        memberIds: body.Users,
        isActive: body.IsActive,
      }),
    ),
  )
  serve(lists.update, async ({ params, body, caller }) =>
    toWire(
      await calls.update(caller, params.id, {
        name: body.Name,
        siteId: body.Site,
        memberIds: body.Users,
        isActive: body.IsActive,
        version: body.Version,
      }),
    ),
  )
  serve(lists.remove, ({ params, caller }) => calls.remove(caller, params.id))
}

function toWire({ row, members }: Collection): UserList {
  return { ...headToWire(row), Users: members.map(({ id, name }) => ({ Id: id, FullName: name })) }
}

function rowToWire(row: CollectionSummary): UserListRow {
  return { ...headToWire(row), UserCount: row.memberCount, ReachableCount: row.readyCount }
}

const headToWire = (row: CollectionRow) => ({
  Id: row.id,
  Name: row.name,
  Site: { Id: row.siteId, Name: row.siteName },
  IsActive: row.isActive,
  Version: row.version,
})
