import { oneOf, searchText } from '../../../lib/lists/define-list.ts'

export const treeFilters = ['active', 'inactive', 'all'] as const

/** The address of the tree. Defaults are left out. */
export interface TreeAddress {
  search?: string | undefined
  /** Unset: active sites. */
  show?: Exclude<(typeof treeFilters)[number], 'active'> | undefined
  /** The drawer to add a site is open. */
  add?: true | undefined
}

const hidden = oneOf(['inactive', 'all'])

export const readTreeAddress = ({ search, show, add }: Record<string, unknown>): TreeAddress => ({
  search: searchText(search),
  show: hidden(show),
  add: add ? true : undefined,
})
