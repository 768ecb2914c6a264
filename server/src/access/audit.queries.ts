import type { Kysely } from 'kysely'
import type { Database } from '../database.ts'
import { type Execute, executeIn } from '../platform/db/execute.queries.ts'
import { originAddress } from '../platform/request-origin.ts'
import type { AuditAction } from './audit-actions.ts'

export interface AuditEntry {
  /** The user who did it; null for the program itself or an unknown person. */
  actorId: string | null
  /** The name of the actor at that time. Default: their current name. */
  actorName?: string
  siteId: string | null
  /** The place of the site at the time of the event, unless it is still there. */
  place?: { path: string; name: string }
  action: AuditAction
  subjectId: string | null
  details?: Record<string, unknown>
  /** Defaults to the start of the transaction. */
  at?: Date
}

/**
 * Inserts one entry, with the network address of the request. Call it in the same transaction as the change it records.
 */
export const insertAuditEntry = (tx: Kysely<Database>, entry: AuditEntry): Promise<void> =>
  insertAuditEntries(executeIn(tx), [entry])

/**
 * Inserts several entries in the given order. Each keeps the current name of its actor, or `actorName`, and the current place
 * of its site, or `place`.
 */
export async function insertAuditEntries(execute: Execute, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  const address = originAddress()
  const rows = entries.map(({ actorId, actorName, siteId, place, action, subjectId, details = {}, at }) => ({
    at,
    actor_id: actorId,
    actor_name: actorName,
    site_id: siteId,
    site_path: place?.path,
    site_name: place?.name,
    action,
    subject_id: subjectId,
    details,
    address,
  }))
  await execute(
    `insert into audit_entry (at, actor_id, actor_name, site_id, site_path, site_name, action, subject_id, details, address)
     select coalesce(at, now()), actor_id,
       coalesce(actor_name, (select full_name from app_user where app_user.id = actor_id)),
       site_id, coalesce(site_path, place.path), coalesce(site_name, place.name), action, subject_id, details, address
     from jsonb_populate_recordset(null::audit_entry, $1::jsonb)
     left join lateral (
       select path, name from site where id = site_id
       union all select path, name from former_site where id = site_id
       limit 1
     ) place on true`,
    [JSON.stringify(rows)],
  )
}
