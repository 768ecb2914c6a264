import type { RoleName } from '@eot/contract/permissions'
import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'

export interface NewUser {
  id: string
  siteId: string
  roleId: string
  email: string
  fullName: string
  userTitle?: string | null
  phoneNumber?: string | null
  notificationsEnabled?: boolean | undefined
  emailEnabled?: boolean | undefined
  textEnabled?: boolean | undefined
  forceTwoFactor?: boolean | undefined
  /** null: password sign-in is impossible until a password is chosen or emailed. */
  passwordHash: string | null
  /** When the address was proven; null if not yet. */
  confirmedAt: Date | null
  /** Defaults to now. */
  createdAt?: Date
}

const roles = (db: Kysely<Database>) => db.selectFrom('role').select(['id', 'name', 'priority'])

/** Queries on users and roles for other features. */
export const userQueries = (db: Kysely<Database>) => ({
  /** Lists the highest first. */
  listRoles: () => roles(db).orderBy('priority', 'desc').execute(),

  findRole: (id: string) => roles(db).where('id', '=', id).executeTakeFirst(),

  findRoleByName: (name: RoleName) => roles(db).where('name', '=', name).executeTakeFirst(),

  /** Returns the role that has every permission. */
  getHighestRole: () => roles(db).orderBy('priority', 'desc').limit(1).executeTakeFirstOrThrow(),

  /** `email` must be lower case. */
  async isEmailTaken(email: string): Promise<boolean> {
    const user = await db
      .selectFrom('app_user')
      .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email))
      .where('deleted_at', 'is', null)
      .select('id')
      .executeTakeFirst()
    return user !== undefined
  },

  async insertUser(user: NewUser): Promise<void> {
    await db
      .insertInto('app_user')
      .values({
        id: user.id,
        site_id: user.siteId,
        role_id: user.roleId,
        email: user.email,
        full_name: user.fullName,
        user_title: user.userTitle || null,
        phone_number: user.phoneNumber || null,
        notifications_enabled: user.notificationsEnabled,
        email_enabled: user.emailEnabled,
        text_enabled: user.textEnabled,
        force_two_factor: user.forceTwoFactor,
        password_hash: user.passwordHash,
        confirmed_at: user.confirmedAt,
        created_at: user.createdAt,
      })
      .execute()
  },
})
