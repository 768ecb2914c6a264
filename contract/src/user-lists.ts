import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { readableLine, searchText } from './text.ts'
import {
  flag,
  IdParams,
  id,
  many,
  Named,
  PageQuery,
  pageOf,
  ScopeQuery,
  SiteAllQuery,
  version,
} from './wire.ts'

const name = readableLine.min(1, 'Please enter a name').max(120)
const users = z.array(id).max(2000)

export const ListedUser = z.strictObject({ Id: id, FullName: z.string() })

/** A named set of users of a site and its sub-sites. */
export const UserList = z.strictObject({
  Id: id,
  Name: z.string(),
  Site: Named,
  /** Sorted by name. */
  Users: z.array(ListedUser),
  IsActive: z.boolean(),
  Version: version,
})
export type UserList = z.output<typeof UserList>

/** A user list in a list: counts instead of its users. */
export const UserListRow = UserList.omit({ Users: true }).extend({
  UserCount: z.int(),
  /** How many of its users are active and receive notifications by email or text message. */
  ReachableCount: z.int(),
})
export type UserListRow = z.output<typeof UserListRow>

export const UserListInput = z.strictObject({
  Name: name,
  /** Defaults to the caller's own site. */
  Site: id.optional(),
  /** Users of the site or its sub-sites. */
  Users: users.default([]),
  IsActive: z.boolean().default(true),
})

/** Fields that are omitted or null are left unchanged. */
export const UserListChange = z.strictObject({
  Name: name.nullish(),
  Site: id.nullish(),
  /** Replaces all users. */
  Users: users.nullish(),
  IsActive: z.boolean().nullish(),
  Version: version.optional(),
})

const filter = { ...ScopeQuery.shape, IsActive: flag.optional(), search: searchText.max(200).optional() }

export const lists = {
  list: endpoint({
    method: 'GET',
    path: '/lists',
    summary: 'List the user lists of a site and its sub-sites; the search covers names of lists and users',
    access: 'ViewUserLists',
    query: z.strictObject({
      ...PageQuery.shape,
      ...filter,
      /** Only active lists in which these users are the only ones who can be notified. */
      onlyReceiver: many(id),
      sortBy: z.enum(['Name', 'Site', 'UserCount']).default('Name'),
    }),
    answer: pageOf(UserListRow),
  }),
  count: endpoint({
    method: 'GET',
    path: '/lists/count',
    summary: 'Count the user lists of a site and its sub-sites',
    access: 'ViewUserLists',
    query: z.strictObject(filter),
    answer: z.strictObject({ Total: z.int() }),
  }),
  all: endpoint({
    method: 'GET',
    path: '/lists/all',
    summary: 'List id, name and site of every active user list of a site and its sub-sites, for selectors',
    access: 'ViewUserLists',
    query: SiteAllQuery,
    answer: z.array(z.strictObject({ ...Named.shape, Site: Named })),
  }),
  lookup: endpoint({
    method: 'GET',
    path: '/lists/lookup',
    summary: 'Find up to 20 active user lists by name',
    access: 'ViewUserLists',
    query: z.strictObject({ ...SiteAllQuery.shape, search: searchText.max(200).optional() }),
    answer: z.array(Named),
  }),
  name: endpoint({
    method: 'GET',
    path: '/lists/:id/name',
    summary: 'Get the name of a user list',
    access: 'ViewUserLists',
    params: IdParams,
    answer: Named,
  }),
  get: endpoint({
    method: 'GET',
    path: '/lists/:id',
    summary: 'Get a user list with its users',
    access: 'ViewUserLists',
    params: IdParams,
    answer: UserList,
  }),
  create: endpoint({
    method: 'POST',
    path: '/lists',
    summary: 'Add a user list',
    access: 'AddUserLists',
    status: 201,
    body: UserListInput,
    answer: UserList,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/lists/:id',
    summary: 'Change a user list',
    access: 'EditUserLists',
    params: IdParams,
    body: UserListChange,
    answer: UserList,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/lists/:id',
    summary: 'Delete a user list; its users stay',
    access: 'DeleteUserLists',
    status: 204,
    params: IdParams,
    answer: z.undefined(),
  }),
}
