import { type Kysely, sql } from 'kysely'
import type { Database } from '../../../database.ts'
import type { SignInUser } from './account.ts'

const signInUsers = (db: Kysely<Database>) =>
  db
    .selectFrom('app_user')
    .where('app_user.deleted_at', 'is', null)
    .select((eb) => [
      'app_user.id as id',
      'app_user.site_id as siteId',
      'app_user.email as email',
      'app_user.full_name as fullName',
      'app_user.session_version as sessionVersion',
      'app_user.is_active as isActive',
      'app_user.confirmed_at as confirmedAt',
      'app_user.password_expires_at as passwordExpiresAt',
      'app_user.password_hash as passwordHash',
      eb
        .exists(
          eb.selectFrom('two_factor').whereRef('two_factor.user_id', '=', 'app_user.id').select('user_id'),
        )
        .$castTo<boolean>()
        .as('hasTwoFactor'),
    ])

export type SignInRow = SignInUser & { passwordHash: string | null }

/** Finds a user by the address as typed. */
export function findSignInUser(db: Kysely<Database>, email: string): Promise<SignInRow | undefined> {
  return signInUsers(db)
    .where((eb) => eb(eb.fn<string>('lower', ['app_user.email']), '=', email))
    .executeTakeFirst()
}

/** Locks the user until the end of the transaction. */
export async function holdUser(tx: Kysely<Database>, userId: string): Promise<SignInRow | undefined> {
  // Locked first and read second, so that the read sees a second factor that the previous holder of the lock has set up.
  await tx.selectFrom('app_user').where('id', '=', userId).select('id').forNoKeyUpdate().execute()
  return signInUsers(tx).where('app_user.id', '=', userId).executeTakeFirst()
}

/**
 * Whether the user must have a second factor: by their own record, or for their role by the site or one above it. For queries
 * that join `app_user` with `site`.
 */
export const twoFactorForced = sql<boolean>`(app_user.force_two_factor or exists (
  select from site forcing
  where forcing.force_role_two_factor <> '[]' and starts_with(site.path, forcing.path)
    and forcing.force_role_two_factor @> jsonb_build_array(jsonb_build_object('Id', app_user.role_id, 'Value', true))
))`

export async function isTwoFactorForced(db: Kysely<Database>, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('app_user')
    .innerJoin('site', 'site.id', 'app_user.site_id')
    .where('app_user.id', '=', userId)
    .select(twoFactorForced.as('isForced'))
    .executeTakeFirst()
  return row?.isForced ?? false
}

/** Records that the user has proven that the email address is theirs. */
export async function confirmUser(tx: Kysely<Database>, userId: string, at: Date): Promise<void> {
  await tx
    .updateTable('app_user')
    .set((eb) => ({ confirmed_at: eb.fn.coalesce('confirmed_at', eb.val(at)) }))
    .where('id', '=', userId)
    .execute()
}

/** `expiresAt` is the expiry of a temporary password; null if the user chose the password. */
export async function setPassword(
  tx: Kysely<Database>,
  userId: string,
  password: { hash: string; expiresAt: Date | null },
): Promise<void> {
  await tx
    .updateTable('app_user')
    .set({ password_hash: password.hash, password_expires_at: password.expiresAt })
    .where('id', '=', userId)
    .execute()
}
