import type { Kysely } from 'kysely'
import type { Database } from '../database.ts'
import type { Caller } from './caller.ts'
import { callerColumns } from './caller-columns.ts'

/**
 * Finds a user as the caller of work that a job does for them, with their current role and site; undefined if they have been
 * deactivated or deleted.
 */
export async function findActingUser(db: Kysely<Database>, userId: string): Promise<Caller | undefined> {
  const user = await db
    .selectFrom('app_user')
    .innerJoin('role', 'role.id', 'app_user.role_id')
    .innerJoin('site', 'site.id', 'app_user.site_id')
    .where('app_user.id', '=', userId)
    .where('app_user.is_active', '=', true)
    .where('app_user.deleted_at', 'is', null)
    .select(callerColumns)
    .executeTakeFirst()
  return user && { ...user, sessionId: '', isSettingUp: false, provenAt: new Date(0) }
}
