import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database.ts'

export interface KnownDevice {
  id: string
  mac: string
  siteId: string | null
  sitePath: string | null
  isClaimable: boolean
  claimCodeHash: Buffer | null
}

/**
 * Lists devices by address, whoever they belong to. The caller decides what a user learns about those of others, which is only
 * that the address is taken. `isClaimable` is true for devices in the inventory that a site may claim.
 */
export const listDevicesByMac = (
  db: Kysely<Database>,
  macs: readonly string[],
  now: Date,
): Promise<KnownDevice[]> =>
  db
    .selectFrom('device')
    .leftJoin('site', 'site.id', 'device.site_id')
    .where('device.mac', '=', sql<string>`any(${macs}::text[])`)
    .select([
      'device.id',
      'device.mac',
      'device.site_id as siteId',
      'site.path as sitePath',
      'device.claim_code_hash as claimCodeHash',
      sql<boolean>`device.site_id is null and device.is_active and not device.is_returned
        and (device.expires_at is null or device.expires_at > ${now})`.as('isClaimable'),
    ])
    .execute()
