import type { Kysely } from 'kysely'
import type { Database } from '../database.ts'

export interface AuditEntry {
  /** Who did it; null: the program itself, or somebody it does not know. */
  actorId: string | null
  siteId: string | null
  /** What was done, as `alert.confirmed`. */
  action: string
  subjectId: string | null
  details?: Record<string, unknown>
}

/** Call it in the transaction of what the entry is about. */
export async function insertAuditEntry(tx: Kysely<Database>, entry: AuditEntry): Promise<void> {
  await tx
    .insertInto('audit_entry')
    .values({
      actor_id: entry.actorId,
      site_id: entry.siteId,
      action: entry.action,
      subject_id: entry.subjectId,
      details: JSON.stringify(entry.details ?? {}),
    })
    .execute()
}
