import type { DeviceGroup, DeviceGroupRow, groups } from '@eot/contract/device-groups'
import type { lists, UserList, UserListRow } from '@eot/contract/user-lists'
import type { Named } from '@eot/contract/wire'
import type { LucideIcon } from 'lucide-react'
import type { ListDefinition } from '../../lib/lists/define-list.ts'
import type { Candidate } from './candidate.ts'
import type { groupList, userListList } from './collection-lists.ts'

export type CollectionSort = (typeof groupList | typeof userListList)['sort'][number]

/** Which texts to use. */
export type CollectionWords = 'groups' | 'lists'

/** A kind of record that names members of a site: device groups, user lists. */
export interface CollectionKind {
  words: CollectionWords
  icon: LucideIcon
  list: ListDefinition<CollectionSort, (typeof groupList)['filters']>
  endpoints: typeof groups | typeof lists
  /** The field of a row by which the list is sorted by size. */
  sizeField: 'DeviceCount' | 'UserCount'
  /** The members in the body of a request. */
  bodyOf: (ids: string[]) => { Devices: string[] } | { Users: string[] }
  /** The fields of the form to which errors of the server belong. */
  places: Readonly<Record<string, 'Name' | 'Site' | 'Members'>>
  useCandidates: UseCandidates
}

/** Finds possible members at a site and its sub-sites, by search. */
export type UseCandidates = (
  siteId: string,
  search: string,
) => { candidates: readonly Candidate[] | undefined; total: number }

/** How many matches of a search are shown. */
export const candidateLimit = 50

export type CollectionRow = DeviceGroupRow | UserListRow
export type CollectionRecord = DeviceGroup | UserList

export const membersOf = (record: CollectionRecord): readonly Named[] =>
  'Devices' in record ? record.Devices : record.Users.map(({ Id, FullName }) => ({ Id, Name: FullName }))

/** Returns the number of members, and how many of them are online or can be reached. */
export const sizeOf = (row: CollectionRow): { count: number; ready: number } =>
  'DeviceCount' in row
    ? { count: row.DeviceCount, ready: row.OnlineCount }
    : { count: row.UserCount, ready: row.ReachableCount }
