import type { AuditEntry } from '@eot/contract/audit'
import type { AuditRow } from './audit.queries.ts'

export function auditToWire(row: AuditRow, names: ReadonlyMap<string, string>): AuditEntry {
  // Entries of earlier versions of the program have the address of a sign-in in their details.
  const { changes, address, ...details } = row.details
  return {
    Id: String(row.id),
    At: row.at.toISOString(),
    Actor: named(row.actor_id, row.actor_name),
    Action: row.action,
    Subject: row.subject_id ? { Id: row.subject_id, Name: names.get(row.subject_id) ?? null } : null,
    Site: named(row.site_id, row.site_name),
    Changes: (changes ?? {}) as AuditEntry['Changes'], // as `fieldChanges` writes them
    Details: details,
    Address: row.address ?? (typeof address === 'string' && address !== '' ? address : null),
  }
}

const named = (id: string | null, name: string | null) =>
  id && name !== null ? { Id: id, Name: name } : null
