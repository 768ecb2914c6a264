import { type Kysely, sql } from 'kysely'
import type { Database } from '../database.ts'
import type { Caller } from './caller.ts'
import { callerColumns } from './caller-columns.ts'

export interface HeldSession {
  sessionId: string
  sessionVersion: number
}

export interface SessionQueries {
  /** Finds the user of a session that is neither revoked nor expired; undefined if the user is inactive or deleted. */
  findCaller(sessionId: string, now: Date): Promise<Caller | undefined>
  /** Lists the sessions that are valid for the whole portal, with the user's current session version. */
  listValid(sessionIds: readonly string[], now: Date): Promise<HeldSession[]>
}

export const sessionQueries = (db: Kysely<Database>): SessionQueries => {
  const valid = (now: Date) =>
    db
      .selectFrom('session')
      .innerJoin('app_user', 'app_user.id', 'session.user_id')
      .where('session.revoked_at', 'is', null)
      .where('session.expires_at', '>', now)
      .where('app_user.is_active', '=', true)
      .where('app_user.deleted_at', 'is', null)
  return {
    findCaller: (sessionId, now) =>
      valid(now)
        .innerJoin('role', 'role.id', 'app_user.role_id')
        .innerJoin('site', 'site.id', 'app_user.site_id')
        .where('session.id', '=', sessionId)
        .select(callerColumns)
        .select([
          'session.id as sessionId',
          'session.is_setting_up as isSettingUp',
          'session.proven_at as provenAt',
        ])
        .executeTakeFirst(),

    listValid: (sessionIds, now) =>
      valid(now)
        .where('session.is_setting_up', '=', false)
        .where('session.id', '=', sql<string>`any(${sessionIds}::uuid[])`)
        .select(['session.id as sessionId', 'app_user.session_version as sessionVersion'])
        .execute(),
  }
}
