import { type Kysely, sql } from 'kysely'
import { siteIdsOf } from '../../access/site-path.ts'
import type { Database } from '../../database.ts'
import { addressesOf, type KnownAddress, type PlacedSite, placeOf, type SitePlace } from './site-place.ts'

/** After this time a request whose worker has vanished no longer counts. */
export const askedMs = 60_000

export const isAsking = (askedAt: Date | null, now: Date): boolean =>
  askedAt !== null && now.getTime() - askedAt.getTime() < askedMs

export const sitePlaceQueries = (db: Kysely<Database>) => ({
  /** Finds the place of a site, as far as it is known. */
  async findPlace(path: string, now: Date): Promise<SitePlace> {
    const sites = await listSites(db, path)
    const known = await listAddresses(db, addressesOf(sites))
    return placeOf(sites, new Map(known.map((row) => [row.address, row])), now)
  },

  /** Returns undefined if it was deleted. */
  findPath: async (siteId: string): Promise<string | undefined> =>
    (await db.selectFrom('site').where('id', '=', siteId).select('path').executeTakeFirst())?.path,

  /** Returns whether a request for an address is pending. */
  async isAskingFor(address: string, now: Date): Promise<boolean> {
    const row = await db
      .selectFrom('geocoded_address')
      .where('address', '=', address)
      .select('asked_at')
      .executeTakeFirst()
    return isAsking(row?.asked_at ?? null, now)
  },

  /** Reserves the right to request an address. Returns whether it is due and no other process requests it. */
  async claimAddress(address: string, now: Date): Promise<boolean> {
    const { rows } = await sql`
      insert into geocoded_address as known (address, next_at, asked_at) values (${address}, ${now}, ${now})
      on conflict (address) do update set asked_at = excluded.asked_at
        where known.next_at <= ${now} and coalesce(known.asked_at < ${new Date(now.getTime() - askedMs)}, true)
      returning address`.execute(db)
    return rows.length > 0
  },

  /** null: there is no such place. */
  async keepAnswer(
    address: string,
    found: { latitude: number; longitude: number; name: string } | null,
    now: Date,
  ): Promise<void> {
    await db
      .updateTable('geocoded_address')
      .set({
        latitude: found?.latitude ?? null,
        longitude: found?.longitude ?? null,
        name: found?.name ?? null,
        answered_at: now,
        asked_at: null,
        next_at: now,
        failures: 0,
      })
      .where('address', '=', address)
      .execute()
  },

  async keepFailure(address: string, failures: number, nextAt: Date): Promise<void> {
    await db
      .updateTable('geocoded_address')
      .set({ asked_at: null, next_at: nextAt, failures })
      .where('address', '=', address)
      .execute()
  },
})

/** Lists the site at the end of a path and those above it, nearest first. */
const listSites = (db: Kysely<Database>, path: string): Promise<PlacedSite[]> =>
  db
    .selectFrom('site')
    .where('id', '=', sql<string>`any(${siteIdsOf(path)}::uuid[])`)
    .select(['id', 'name', 'path', 'latitude', 'longitude', 'city', 'zip', 'state', 'country'])
    .orderBy((eb) => eb.fn<number>('length', ['path']), 'desc')
    .execute()

const listAddresses = (db: Kysely<Database>, addresses: readonly string[]): Promise<KnownAddress[]> =>
  db
    .selectFrom('geocoded_address')
    .where('address', '=', sql<string>`any(${addresses}::text[])`)
    .select(['address', 'latitude', 'longitude', 'name', 'answered_at as answeredAt', 'failures'])
    .execute()
