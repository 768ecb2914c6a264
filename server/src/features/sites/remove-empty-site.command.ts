import type { Kysely } from 'kysely'
import { insertAuditEntry } from '../../access/audit.queries.ts'
import type { Database } from '../../database.ts'
import { siteTreeQueries } from './site-tree.queries.ts'

/**
 * Deletes a site in a transaction that has locked the tree, with its audit entry, unless anything belongs to it. Returns
 * whether it was deleted.
 */
export async function removeEmptySite(
  tx: Kysely<Database>,
  userId: string,
  site: { id: string; name: string; parentId: string | null },
): Promise<boolean> {
  if (!(await siteTreeQueries(tx).deleteEmptySite(site.id))) return false
  await insertAuditEntry(tx, {
    actorId: userId,
    siteId: site.parentId,
    action: 'site.deleted',
    subjectId: site.id,
    details: { changes: { Name: [site.name, null] } },
  })
  return true
}
