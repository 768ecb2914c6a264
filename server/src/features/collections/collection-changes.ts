import { auditedSite } from '../../access/audit-place.ts'
import { type FieldChanges, fieldChanges } from '../../access/field-changes.ts'
import type { CollectionRow, MemberRow } from './collection.ts'

interface State {
  row: CollectionRow
  members: readonly MemberRow[]
}

/** The changes of a collection for the history, which reads the members by their names. */
export interface CollectionChanges {
  /** At its current site. */
  here: FieldChanges
  /** At its former site, or null if it has not moved. */
  there: FieldChanges | null
}

/**
 * Returns what the history shows of an update. A collection that moves names each member only at the site where the member is,
 * since the two sites may belong to different customers.
 */
export function collectionChanges(memberField: string, before: State, after: State): CollectionChanges {
  const fields = fieldChanges(shownOf(before.row), shownOf(after.row))
  const left = namesOf(without(before.members, after.members))
  const joined = namesOf(without(after.members, before.members))
  const members = (change: FieldChanges[string]): FieldChanges =>
    change.flat().length === 0 ? {} : { [memberField]: change }
  if (!fields.Site) return { here: { ...fields, ...members([left, joined]) }, there: null }
  return {
    here: { ...fields, ...members([[], joined]) },
    there: { Site: fields.Site, ...members([left, []]) },
  }
}

/** Returns all that the history shows of a collection that was added or deleted. */
export const shownOfCollection = (memberField: string, { row, members }: State): Record<string, unknown> => ({
  ...shownOf(row),
  ...(members.length > 0 && { [memberField]: namesOf(members) }),
})

const shownOf = (row: CollectionRow) => ({
  Name: row.name,
  Site: auditedSite(row.siteId, row.siteName, row.sitePath),
  IsActive: row.isActive,
})

function without(list: readonly MemberRow[], others: readonly MemberRow[]): MemberRow[] {
  const ids = new Set(others.map(({ id }) => id))
  return list.filter(({ id }) => !ids.has(id))
}

const namesOf = (members: readonly MemberRow[]): string[] => members.map(({ name }) => name).toSorted()
