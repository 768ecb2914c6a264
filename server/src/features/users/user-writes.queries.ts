import { SYSTEM } from '@eot/contract/permissions'
import { type Kysely, sql } from 'kysely'
import { siteIdsOf } from '../../access/site-path.ts'
import type { Database } from '../../database.ts'
import type { UserFields } from './user-change.ts'

/** Priorities of the roles that administer a site, and the whole installation (spec 6). */
const SITE_ADMINISTRATOR = 80

/**
 * Whether the user has chosen a password or signed in. Until then they are invited, and do not count as an administrator of a
 * site.
 */
const hasJoined = sql<boolean>`(app_user.last_sign_in_at is not null
  or (app_user.password_hash is not null and app_user.password_expires_at is null))`

export const userWrites = (tx: Kysely<Database>) => ({
  async updateUser(id: string, fields: UserFields): Promise<void> {
    await tx
      .updateTable('app_user')
      .set((eb) => ({
        full_name: fields.FullName,
        user_title: fields.UserTitle,
        phone_number: fields.PhoneNumber,
        notifications_enabled: fields.NotificationsEnabled,
        email_enabled: fields.EmailEnabled,
        text_enabled: fields.TextEnabled,
        settings: JSON.stringify(fields.Settings),
        email: fields.Email,
        role_id: fields.UserRole,
        site_id: fields.Site,
        is_active: fields.IsActive,
        force_two_factor: fields.ForceUserTwoFactorAuth,
        version: eb('version', '+', 1),
      }))
      .where('id', '=', id)
      .execute()
  },

  /** Marks a user as deleted. The row stays, since alerts and the audit log show its name. */
  async markDeleted(id: string, at: Date): Promise<void> {
    await tx
      .updateTable('app_user')
      .set((eb) => ({ deleted_at: at, version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
  },

  /** Takes a lock that no other transaction can take until this one ends. */
  async lockAdministrators(): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtextextended('administrators', 0))`.execute(tx)
  },

  /** Returns whether this user can sign in and administer the installation, or else their own site. */
  async administers(id: string): Promise<'system' | 'site' | undefined> {
    const row = await administrators(tx)
      .where('app_user.id', '=', id)
      .select(['site.parent_id as parentId', 'role.priority as priority'])
      .executeTakeFirst()
    if (!row) return undefined
    if (row.parentId !== null) return 'site'
    return row.priority >= SYSTEM ? 'system' : undefined
  },

  /** Returns whether somebody can administer the whole installation: a system administrator at the root. */
  hasSystemAdministrator: async (): Promise<boolean> =>
    exists(administrators(tx).where('site.parent_id', 'is', null).where('role.priority', '>=', SYSTEM)),

  /**
   * Returns whether somebody of the customer can administer a site: an administrator of it or a site above, except the root.
   */
  hasAdministrator: async (sitePath: string): Promise<boolean> =>
    exists(
      administrators(tx).where('site.parent_id', 'is not', null).where('site.id', 'in', siteIdsOf(sitePath)),
    ),
})

const administrators = (tx: Kysely<Database>) =>
  tx
    .selectFrom('app_user')
    .innerJoin('role', 'role.id', 'app_user.role_id')
    .innerJoin('site', 'site.id', 'app_user.site_id')
    .where('role.priority', '>=', SITE_ADMINISTRATOR)
    .where('app_user.is_active', '=', true)
    .where('app_user.deleted_at', 'is', null)
    .where(hasJoined)

async function exists(users: ReturnType<typeof administrators>): Promise<boolean> {
  return (await users.select('app_user.id').limit(1).executeTakeFirst()) !== undefined
}
