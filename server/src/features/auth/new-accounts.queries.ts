import { type Kysely, sql } from 'kysely'
import { pathBelow } from '../../access/site-path.ts'
import type { Database } from '../../database.ts'

export interface NewAccount {
  id: string
  siteId: string
  roleId: string
  email: string
  fullName: string
  userTitle?: string | null
  passwordHash: string | null
  confirmedAt: Date | null
}

export interface NewCustomerSite {
  id: string
  parent: { id: string; path: string }
  name: string
  address: string
  city: string
  state: string
  zip: string
  country: string
  timeZone: string
}

export const accountQueries = (db: Kysely<Database>) => ({
  findRoleById: (id: string) =>
    db.selectFrom('role').where('id', '=', id).select(['id', 'name', 'priority']).executeTakeFirst(),

  findRoleByName: (name: string) =>
    db.selectFrom('role').where('name', '=', name).select(['id', 'name', 'priority']).executeTakeFirst(),

  siteExists: async (id: string): Promise<boolean> =>
    (await db.selectFrom('site').where('id', '=', id).select('id').executeTakeFirst()) !== undefined,

  isEmailTaken: async (email: string): Promise<boolean> =>
    (await db
      .selectFrom('app_user')
      .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email))
      .where('deleted_at', 'is', null)
      .select('id')
      .executeTakeFirst()) !== undefined,

  async insertAccount(account: NewAccount): Promise<void> {
    await db
      .insertInto('app_user')
      .values({
        id: account.id,
        site_id: account.siteId,
        role_id: account.roleId,
        email: account.email,
        full_name: account.fullName,
        user_title: account.userTitle ?? null,
        password_hash: account.passwordHash,
        confirmed_at: account.confirmedAt,
      })
      .execute()
  },

  async insertSite(site: NewCustomerSite): Promise<void> {
    await db
      .insertInto('site')
      .values({
        id: site.id,
        parent_id: site.parent.id,
        path: pathBelow(site.parent.path, site.id),
        name: site.name,
        address: site.address,
        city: site.city,
        state: site.state,
        zip: site.zip,
        country: site.country,
        time_zone: site.timeZone,
      })
      .execute()
  },

  async savepoint(): Promise<void> {
    await sql`savepoint before_account`.execute(db)
  },

  async rollBackToSavepoint(): Promise<void> {
    await sql`rollback to savepoint before_account`.execute(db)
  },
})
