import { type Kysely, sql } from 'kysely'
import type { Database } from '../../../database.ts'
import { failureQueries } from '../sign-in/sign-in-failures.queries.ts'

const dayMs = 86_400_000
const deviceDays = 365

/** Deletes expired rows that no sign-in needs anymore. */
export async function forgetIdentityRemains(db: Kysely<Database>, now: Date): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * dayMs)
  await failureQueries(db).deleteFailuresUntil(ago(1))
  for (const table of ['sign_in_step', 'user_code', 'two_factor_setup', 'sso_attempt'] as const)
    await db.deleteFrom(table).where('expires_at', '<', ago(1)).execute()
  await db.deleteFrom('known_device').where('last_used_at', '<', ago(deviceDays)).execute()
}

/** Deletes passwords, second factors, codes, linked identities and known browsers of users. */
export async function forgetSignIns(tx: Kysely<Database>, userIds: readonly string[]): Promise<void> {
  const anyOf = sql<string>`any(${userIds}::uuid[])`
  const tables = ['two_factor', 'two_factor_setup', 'recovery_code', 'user_code', 'sso_identity'] as const
  for (const table of [...tables, 'known_device'] as const)
    await tx.deleteFrom(table).where('user_id', '=', anyOf).execute()
  await tx
    .updateTable('app_user')
    .set({ password_hash: null, password_expires_at: null })
    .where('id', '=', anyOf)
    .execute()
}
