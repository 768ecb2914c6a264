import { lists, type UserList, type UserListRow } from '@eot/contract/user-lists'
import type { Caller } from '../../access/caller.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { reachableSql } from '../blacklist/index.ts'
import {
  type CollectionParts,
  type CollectionWords,
  headToWire,
  serveCollections,
} from '../collections/index.ts'

const words: CollectionWords<UserList, UserListRow> = {
  kind: {
    table: 'user_list',
    link: 'user_list_user',
    ownerColumn: 'user_list_id',
    memberColumn: 'user_id',
    source: 'app_user',
    nameColumn: 'full_name',
    exists: 'member.deleted_at is null',
    isCounted: 'true',
    isReady: reachableSql('member'),
  },
  members: 'Users',
  notFound: 'list_not_found',
  memberNotFound: 'user_not_found',
  nameTaken: 'list_name_taken',
  changed: 'UserListsChanged',
  actions: {
    created: 'user_list.created',
    updated: 'user_list.updated',
    movedAway: 'user_list.moved_away',
    deleted: 'user_list.deleted',
  },
  toWire: ({ row, members }) => ({
    ...headToWire(row),
    Users: members.map(({ id, name }) => ({ Id: id, FullName: name })),
  }),
  rowToWire: (row) => ({ ...headToWire(row), UserCount: row.memberCount, ReachableCount: row.readyCount }),
}

export function userListRoutes(serve: Serve<Caller>, parts: CollectionParts): void {
  const calls = serveCollections(serve, parts, words, lists)

  serve(lists.list, ({ query, caller }) => calls.list(caller, query))
  serve(lists.get, ({ params, caller }) => calls.get(caller, params.id))
  serve(lists.create, ({ body, caller }) => calls.create(caller, body, body.Users))
  serve(lists.update, ({ params, body, caller }) => calls.update(caller, params.id, body, body.Users))
}
