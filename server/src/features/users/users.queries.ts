import type { UserSettings } from '@eot/contract/settings'
import type { Kysely } from 'kysely'
import { inScope } from '../../access/scope.queries.ts'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'

export interface InvitedUser {
  id: string
  siteId: string
  roleId: string
  email: string
  fullName: string
  at: Date
}

export const userQueries = (db: Kysely<Database>) => ({
  findRole: (id: string) =>
    db.selectFrom('role').where('id', '=', id).select(['id', 'name', 'priority']).executeTakeFirst(),

  /** Without a password until one is mailed, which proves the address. */
  async insertInvited(user: InvitedUser): Promise<void> {
    await db
      .insertInto('app_user')
      .values({
        id: user.id,
        site_id: user.siteId,
        role_id: user.roleId,
        email: user.email,
        full_name: user.fullName,
        confirmed_at: user.at,
      })
      .execute()
  },

  async updateSettings(scope: Scope, id: string, settings: UserSettings): Promise<void> {
    await db
      .updateTable('app_user')
      .from('site')
      .whereRef('site.id', '=', 'app_user.site_id')
      .where('app_user.id', '=', id)
      .where('app_user.deleted_at', 'is', null)
      .where((eb) => inScope(eb.ref('site.path'), scope))
      .set({ settings: JSON.stringify(settings) })
      .execute()
  },

  findUser: (scope: Scope, id: string) =>
    db
      .selectFrom('app_user')
      .innerJoin('site', 'site.id', 'app_user.site_id')
      .innerJoin('role', 'role.id', 'app_user.role_id')
      .where('app_user.id', '=', id)
      .where('app_user.deleted_at', 'is', null)
      .where((eb) => inScope(eb.ref('site.path'), scope))
      .selectAll('app_user')
      .select(['site.name as site_name', 'role.name as role_name', 'role.priority as role_priority'])
      .executeTakeFirst(),
})

export type UserRow = NonNullable<Awaited<ReturnType<ReturnType<typeof userQueries>['findUser']>>>
