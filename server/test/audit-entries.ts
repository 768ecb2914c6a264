import type { Kysely } from 'kysely'
import type { Database } from '../src/database.ts'

/** Lists all audit entries about a user, site, device or other record, oldest first. */
export const auditEntriesOf = (db: Kysely<Database>, subjectId: string) =>
  db.selectFrom('audit_entry').where('subject_id', '=', subjectId).selectAll().orderBy('id').execute()

export const lastAuditEntryOf = (db: Kysely<Database>, subjectId: string) =>
  db
    .selectFrom('audit_entry')
    .where('subject_id', '=', subjectId)
    .selectAll()
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
