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
export function holdUser(tx: Kysely<Database>, userId: string): Promise<SignInRow | undefined> {
  return signInUsers(tx).where('app_user.id', '=', userId).forNoKeyUpdate('app_user').executeTakeFirst()
}

/**
 * Whether a second factor is required of the user: by their own record, or for their role by the site or one above it.
 */
export async function isTwoFactorForced(db: Kysely<Database>, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('app_user')
    .innerJoin('site as own', 'own.id', 'app_user.site_id')
    .where('app_user.id', '=', userId)
    .select((eb) => [
      'app_user.force_two_factor as byRecord',
      eb
        .exists(
          eb
            .selectFrom('site')
            .whereRef('site.id', '=', sql`any(array_remove(string_to_array(own.path, '/'), '')::uuid[])`)
            .where(
              sql<boolean>`site.force_role_two_factor @>
                jsonb_build_array(jsonb_build_object('Id', app_user.role_id, 'Value', true))`,
            )
            .select('site.id'),
        )
        .$castTo<boolean>()
        .as('byRole'),
    ])
    .executeTakeFirst()
  return row !== undefined && (row.byRecord || row.byRole)
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
