import type { AuditEntry } from '@eot/contract/audit'

/** The message after a move offers to undo it for the same time. Members of groups rejoin them until then. */
const undoForMs = 10 * 60_000

export interface UndoableMove {
  kind: 'site' | 'device'
  id: string
  /** Where it was before. */
  site: { Id: string; Name: string }
}

/**
 * Returns what undoes the move of an entry; null if it is too long ago, if the reader does not know the former site, or if
 * the record has moved again since. `entries` are those that are shown with it, in any order.
 */
export function undoableMove(
  entry: AuditEntry,
  entries: readonly AuditEntry[],
  now: number,
): UndoableMove | null {
  const move = moveOf(entry)
  if (!move || now - Date.parse(entry.At) >= undoForMs) return null
  const isLast = entries.every(
    (other) => other.Subject?.Id !== move.id || Number(other.Id) <= Number(entry.Id) || !endsStay(other),
  )
  return isLast ? move : null
}

const endsStay = ({ Action, Changes }: AuditEntry) =>
  /\.(moved|moved_away|claimed|released|deleted)$/.test(Action) || 'ParentSite' in Changes

function moveOf({ Action, Subject, Changes }: AuditEntry): UndoableMove | null {
  if (!Subject) return null
  if (Action === 'device.moved') return from('device', Subject.Id, Changes.Site)
  return Action === 'site.moved' || Action === 'site.updated'
    ? from('site', Subject.Id, Changes.ParentSite)
    : null
}

function from(kind: UndoableMove['kind'], id: string, change: AuditEntry['Changes'][string] | undefined) {
  const [before] = change ?? []
  return isKnownSite(before) ? { kind, id, site: before } : null
}

const isKnownSite = (value: unknown): value is UndoableMove['site'] =>
  typeof value === 'object' &&
  value !== null &&
  'Id' in value &&
  typeof value.Id === 'string' &&
  'Name' in value &&
  typeof value.Name === 'string'
