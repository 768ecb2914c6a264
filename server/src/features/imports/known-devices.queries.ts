import { type Kysely, sql } from 'kysely'
import type { Database } from '../../database.ts'

export interface KnownDevice {
  id: string
  mac: string
  claimCodeHash: Buffer | null
}

/**
 * Lists devices by address, whoever they belong to. The caller decides what a user learns about those of others, which is only
 * that the address is taken.
 */
export const listDevicesByMac = (db: Kysely<Database>, macs: readonly string[]): Promise<KnownDevice[]> =>
  db
    .selectFrom('device')
    .where('mac', '=', sql<string>`any(${macs}::text[])`)
    .select(['id', 'mac', 'claim_code_hash as claimCodeHash'])
    .execute()
