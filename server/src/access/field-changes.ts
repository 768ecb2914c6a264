import { isDeepStrictEqual } from 'node:util'

/** The value of a field before and after a change. */
export type FieldChanges = Record<string, [before: unknown, after: unknown]>

/**
 * Returns the fields that differ between two states of a record, for `details.changes` of an audit entry. Pass only fields that
 * may be shown in the history: never secrets. A missing value counts as null, and so does an empty list if the other value is
 * missing.
 */
export function fieldChanges<Fields extends object>(before: Fields, after: Fields): FieldChanges {
  const was = new Map<string, unknown>(Object.entries(before))
  const is = new Map<string, unknown>(Object.entries(after))
  const changes: FieldChanges = {}
  for (const name of new Set([...was.keys(), ...is.keys()])) {
    const change: FieldChanges[string] = [was.get(name) ?? null, is.get(name) ?? null]
    if (!isDeepStrictEqual(...change) && !change.every(isNothing)) changes[name] = change
  }
  return changes
}

const isNothing = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0)
