import type { Kysely } from 'kysely'
import { inScope } from '../../access/scope.queries.ts'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'

export const userQueries = (db: Kysely<Database>) => ({
  findUser: (scope: Scope, id: string) =>
    db
      .selectFrom('app_user')
      .innerJoin('site', 'site.id', 'app_user.site_id')
      .innerJoin('role', 'role.id', 'app_user.role_id')
      .where('app_user.id', '=', id)
      .where('app_user.deleted_at', 'is', null)
      .where((eb) => inScope(eb.ref('site.path'), scope))
      .selectAll('app_user')
      .select(['site.name as site_name', 'role.name as role_name'])
      .executeTakeFirst(),
})

export type UserRow = NonNullable<Awaited<ReturnType<ReturnType<typeof userQueries>['findUser']>>>
