import { type Kysely, sql } from 'kysely'
import { siteIdsOf } from '../../access/site-path.ts'
import type { Database } from '../../database.ts'

/** Counts for the limits on webhooks of a customer. */
export const webhookLimitQueries = (tx: Kysely<Database>) => ({
  /**
   * Counts the requests or events of the customer with the site at `sitePath`. Other callers wait until the transaction ends.
   */
  async count(table: 'webhook_request' | 'webhook_event', sitePath: string): Promise<number> {
    const [root, top] = siteIdsOf(sitePath)
    const customer = top === undefined ? `${root}/` : `${root}/${top}/%`
    await sql`select pg_advisory_xact_lock(hashtextextended(${`eot ${table} ${customer}`}, 0))`.execute(tx)
    const { rows } = await sql<{ count: number }>`
      select count(*)::float8 as count from ${sql.table(table)} own join site on site.id = own.site_id
      where site.path like ${customer}`.execute(tx)
    return rows[0]?.count ?? 0
  },
})
