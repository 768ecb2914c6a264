import { type Kysely, sql } from 'kysely'
import { inScope } from '../../access/scope.queries.ts'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'

export const userRoleQueries = (db: Kysely<Database>) => ({
  /** Lists all roles, highest first, with their users in the scope and whether the site requires a second factor for them. */
  listForSite: (scope: Scope) =>
    db
      .selectFrom('role')
      .select((eb) => [
        'role.id',
        'role.name',
        'role.priority',
        eb
          .selectFrom('app_user')
          .innerJoin('site', 'site.id', 'app_user.site_id')
          .whereRef('app_user.role_id', '=', 'role.id')
          .where('app_user.deleted_at', 'is', null)
          .where(inScope(eb.ref('site.path' as never), scope))
          .select((of) => of.fn.countAll<number>().as('count'))
          .$asScalar()
          .$notNull()
          .as('users'),
        sql<boolean>`exists (
          select from site forcing
          where forcing.force_role_two_factor <> '[]' and starts_with(${scope.path}, forcing.path)
            and forcing.force_role_two_factor @> jsonb_build_array(jsonb_build_object('Id', role.id, 'Value', true))
        )`.as('isTwoFactorForced'),
      ])
      .orderBy('role.priority', 'desc')
      .execute(),
})
