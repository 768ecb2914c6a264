import type { Named } from '@eot/contract/wire'
import type { ReactNode } from 'react'

export interface Candidate extends Named {
  /** Shown below the name, such as its site. */
  detail: string
  /** Shown at the end of the line. */
  state?: ReactNode
  /** Whether it cannot be added. */
  disabled?: boolean
}

/**
 * Sorts the stored members before the other candidates, so that they are in view when the form opens. Without a search,
 * this includes members that are not among the first candidates of the server.
 */
export function membersFirst(
  candidates: readonly Candidate[],
  stored: readonly Named[],
  search: string,
): readonly Candidate[] {
  const ids = new Set(stored.map(({ Id }) => Id))
  const found = candidates.filter(({ Id }) => ids.has(Id))
  const missing = stored.filter(({ Id }) => !found.some((one) => one.Id === Id))
  return [
    ...found,
    ...(search === '' ? missing.map(({ Id, Name }) => ({ Id, Name, detail: '' })) : []),
    ...candidates.filter(({ Id }) => !ids.has(Id)),
  ]
}
