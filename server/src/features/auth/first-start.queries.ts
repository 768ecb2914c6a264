import { type Kysely, sql } from 'kysely'
import { pathBelow } from '../../access/site-path.ts'
import type { Database } from '../../database.ts'
import { uuidv7 } from '../../platform/db/uuid.ts'

export const firstStartQueries = (tx: Kysely<Database>) => ({
  /** Until the end of the transaction no other program gets past this. */
  async takeTurn(): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtext('eot first start'))`.execute(tx)
  },

  async hasSites(): Promise<boolean> {
    return (await tx.selectFrom('site').select('id').limit(1).executeTakeFirst()) !== undefined
  },

  async insertRootSite(name: string): Promise<string> {
    const id = uuidv7()
    await tx
      .insertInto('site')
      .values({ id, path: pathBelow('', id), name })
      .execute()
    return id
  },

  async insertAdministrator(user: {
    siteId: string
    email: string
    fullName: string
    passwordHash: string
    at: Date
  }): Promise<string> {
    const id = uuidv7()
    await tx
      .insertInto('app_user')
      .values((eb) => ({
        id,
        site_id: user.siteId,
        role_id: eb.selectFrom('role').select('id').orderBy('priority', 'desc').limit(1),
        email: user.email,
        full_name: user.fullName,
        password_hash: user.passwordHash,
        confirmed_at: user.at,
      }))
      .execute()
    return id
  },
})
