import type { Kysely } from 'kysely'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'

/** Only tokens of the scope's own site; sub-sites list their own. */
export const gatewayTokenQueries = (db: Kysely<Database>) => ({
  listTokens: (scope: Scope) =>
    db
      .selectFrom('gateway_token')
      .where('site_id', '=', scope.siteId)
      .where('revoked_at', 'is', null)
      .select(['id', 'name', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
      .orderBy('created_at')
      .orderBy('id')
      .execute(),

  async insertToken(
    scope: Scope,
    token: { id: string; name: string; hash: Buffer; createdBy: string },
  ): Promise<void> {
    await db
      .insertInto('gateway_token')
      .values({
        id: token.id,
        site_id: scope.siteId,
        name: token.name,
        token_hash: token.hash,
        created_by: token.createdBy,
      })
      .execute()
  },

  revokeToken: (scope: Scope, id: string, at: Date) =>
    db
      .updateTable('gateway_token')
      .set({ revoked_at: at })
      .where('id', '=', id)
      .where('site_id', '=', scope.siteId)
      .where('revoked_at', 'is', null)
      .returning('id')
      .executeTakeFirst(),
})
