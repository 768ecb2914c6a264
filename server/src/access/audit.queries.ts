import type { Kysely } from 'kysely'
import type { Database } from '../database.ts'

export interface AuditEvent {
  /** Who did it; null: the program itself, or somebody it does not know. */
  actorId: string | null
  siteId: string | null
  /** What was done, as `alert.confirmed`. */
  action: string
  subjectId: string | null
  details?: Record<string, unknown>
}

/** Belongs into the transaction of what it tells about. */
export async function insertAuditEvent(tx: Kysely<Database>, event: AuditEvent): Promise<void> {
  await tx
    .insertInto('audit_event')
    .values({
      actor_id: event.actorId,
      site_id: event.siteId,
      action: event.action,
      subject_id: event.subjectId,
      details: JSON.stringify(event.details ?? {}),
    })
    .execute()
}
