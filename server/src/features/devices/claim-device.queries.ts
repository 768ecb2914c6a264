import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database.ts'

export const claimQueries = (db: Kysely<Database>) => {
  const claimable = (mac: string, now: Date) =>
    db
      .selectFrom('device')
      .where('mac', '=', mac)
      .where('site_id', 'is', null)
      .where('is_active', '=', true)
      .where('is_returned', '=', false)
      .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
      .select(['id', 'claim_code_hash as claimCodeHash'])

  return {
    /** Finds a device in the inventory that a site may claim. */
    findClaimable: (mac: string, now: Date) => claimable(mac, now).executeTakeFirst(),

    /** Finds the same device, locked for this transaction. */
    holdClaimable: (mac: string, now: Date) => claimable(mac, now).forUpdate().executeTakeFirst(),

    /** Assigns the device to a site, optionally with a new name. */
    async claim(deviceId: string, siteId: string, name?: string): Promise<void> {
      await db
        .updateTable('device')
        .set({ site_id: siteId, version: sql`version + 1`, ...(name !== undefined && { name }) })
        .where('id', '=', deviceId)
        .execute()
    },
  }
}
