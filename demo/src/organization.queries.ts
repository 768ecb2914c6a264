import type { Language } from '@eot/contract/languages'
import type { RoleName } from '@eot/contract/permissions'
import type { Caller } from '@eot/server/access/caller'
import type { Database } from '@eot/server/database'
import type { Kysely } from 'kysely'
import type { Span } from './history-plan.ts'

export const organizationQueries = (db: Kysely<Database>) => ({
  /** Gets a user as a caller of commands. */
  async getCaller(email: string): Promise<Caller> {
    const row = await db
      .selectFrom('app_user')
      .innerJoin('site', 'site.id', 'app_user.site_id')
      .innerJoin('role', 'role.id', 'app_user.role_id')
      .where('app_user.email', '=', email)
      .select([
        'app_user.id as userId',
        'app_user.full_name as fullName',
        'app_user.email as email',
        'app_user.session_version as sessionVersion',
        'site.id as siteId',
        'site.path as sitePath',
        'site.time_zone as timeZone',
        'role.name as roleName',
        'role.priority as priority',
      ])
      .executeTakeFirstOrThrow()
    // There is no session: the program acts on behalf of the user.
    return { ...row, sessionId: row.userId, isSettingUp: false, provenAt: new Date(0) }
  },

  async getRoleId(name: RoleName): Promise<string> {
    return (await db.selectFrom('role').where('name', '=', name).select('id').executeTakeFirstOrThrow()).id
  },

  listPasswordHashes: (): Promise<{ id: string; hash: string | null }[]> =>
    db.selectFrom('app_user').select(['id', 'password_hash as hash']).execute(),

  /** Stored as passwords chosen by the users, so they do not expire. */
  async restorePasswordHashes(hashes: readonly { id: string; hash: string | null }[]): Promise<void> {
    for (const { id, hash } of hashes)
      await db
        .updateTable('app_user')
        .set({ password_hash: hash, password_expires_at: null })
        .where('id', '=', id)
        .execute()
  },

  async setLanguage(userId: string, language: Language): Promise<void> {
    await db
      .updateTable('app_user')
      .set({ settings: JSON.stringify({ Language: language }) })
      .where('id', '=', userId)
      .execute()
  },

  async setTimeZone(siteId: string, timeZone: string): Promise<void> {
    await db.updateTable('site').set({ time_zone: timeZone }).where('id', '=', siteId).execute()
  },

  async listKinds(): Promise<Map<string, string[]>> {
    const models = await db.selectFrom('device_model').select(['name', 'kinds']).execute()
    return new Map(models.map(({ name, kinds }) => [name, kinds]))
  },

  /** Dates everything back to before the history. */
  async dateBack(at: Date): Promise<void> {
    await db.updateTable('site').set({ created_at: at }).execute()
    await db.updateTable('app_user').set({ created_at: at, confirmed_at: at }).execute()
    await db.updateTable('device').set({ created_at: at }).execute()
  },
})

/** An offline alert starts with the last contact, which is up to two minutes before the silence. */
const lastContactMs = 2 * 60_000

/** Lists the alerts of the devices of a site that fell silent within the span, oldest first. */
export const listOfflineAlerts = (db: Kysely<Database>, site: string, { fromMs, toMs }: Span) =>
  db
    .selectFrom('alert')
    .innerJoin('site', 'site.id', 'alert.site_id')
    .where('site.name', '=', site)
    .where('alert.type_key', '=', 'Offline')
    .where('alert.started_at', '>=', new Date(fromMs - lastContactMs))
    .where('alert.started_at', '<', new Date(toMs))
    .select([
      'alert.id',
      'alert.site_id as siteId',
      'alert.site_path as sitePath',
      'alert.started_at as startedAt',
      'alert.ended_at as endedAt',
    ])
    .orderBy('alert.started_at')
    .execute()
