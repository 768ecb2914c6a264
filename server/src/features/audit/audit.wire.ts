import type { AuditEntry } from '@eot/contract/audit'
import { visibleChanges } from '../../access/audit-place.ts'
import type { FieldChanges } from '../../access/field-changes.ts'
import type { Scope } from '../../access/scope.ts'
import type { AuditRow } from './audit.queries.ts'

/** Converts an entry. `own` is all that the reader may see; `names` are those of the subjects within it. */
export function auditToWire(row: AuditRow, own: Scope, names: ReadonlyMap<string, string>): AuditEntry {
  // Entries of earlier versions of the program have the address of a sign-in in their details.
  const { changes = {}, address, entries, ...details } = row.details
  return {
    Id: String(row.id),
    At: row.at.toISOString(),
    Actor: named(row.actor_id, row.actor_name),
    Action: row.action,
    Subject: row.subject_id ? { Id: row.subject_id, Name: names.get(row.subject_id) ?? nameThen(row) } : null,
    Site: named(row.site_id, row.site_name),
    Changes: visibleChanges(changes as FieldChanges, own), // as `fieldChanges` writes them
    // Proofs are for the check of the log alone.
    Details: Array.isArray(entries) ? { ...details, entries: entries.length } : details,
    Address: row.address ?? (typeof address === 'string' && address !== '' ? address : null),
  }
}

/** Returns the name of a subject at that time, if the entry itself contains it. */
function nameThen({ subject_id, site_id, site_name, details: { name } }: AuditRow): string | null {
  if (subject_id === site_id) return site_name
  return typeof name === 'string' ? name : null
}

const named = (id: string | null, name: string | null) =>
  id && name !== null ? { Id: id, Name: name } : null
