import type { RoleName } from '@eot/contract/permissions'
import type { UserSettings } from '@eot/contract/settings'
import { type Kysely, sql } from 'kysely'
import { inScope } from '../../access/scope.queries.ts'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'

export interface NewUser {
  id: string
  siteId: string
  roleId: string
  email: string
  fullName: string
  userTitle?: string | null
  /** null: password sign-in is impossible until a password is chosen or emailed. */
  passwordHash: string | null
  /** When the address was proven; null if not yet. */
  confirmedAt: Date | null
}

const roles = (db: Kysely<Database>) => db.selectFrom('role').select(['id', 'name', 'priority'])

export const userQueries = (db: Kysely<Database>) => ({
  findRole: (id: string) => roles(db).where('id', '=', id).executeTakeFirst(),

  findRoleByName: (name: RoleName) => roles(db).where('name', '=', name).executeTakeFirst(),

  /** The role that has every permission. */
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
        user_title: user.userTitle ?? null,
        password_hash: user.passwordHash,
        confirmed_at: user.confirmedAt,
      })
      .execute()
  },

  /** Locks the user's row until the transaction ends. */
  async lockUser(id: string): Promise<void> {
    await db.selectFrom('app_user').select('id').where('id', '=', id).forUpdate().execute()
  },

  async updateSettings(scope: Scope, id: string, settings: UserSettings): Promise<void> {
    await db
      .updateTable('app_user')
      .from('site')
      .whereRef('site.id', '=', 'app_user.site_id')
      .where('app_user.id', '=', id)
      .where('app_user.deleted_at', 'is', null)
      .where((eb) => inScope(eb.ref('site.path'), scope))
      .set({ settings: JSON.stringify(settings), version: sql`app_user.version + 1` })
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
