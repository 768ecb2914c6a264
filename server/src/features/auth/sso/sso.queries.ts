import { type Kysely, sql } from 'kysely'
import { idsOnPathSql } from '../../../access/scope.queries.ts'
import type { Database } from '../../../database.ts'
import type { SsoIdentity } from './sso.ts'

export const ssoQueries = (db: Kysely<Database>) => ({
  async insertAttempt(browserHash: Buffer, sealedChecks: string, expiresAt: Date): Promise<void> {
    await db
      .insertInto('sso_attempt')
      .values({ browser_hash: browserHash, sealed_checks: sealedChecks, expires_at: expiresAt })
      .execute()
  },

  /** Exactly one of any number of parallel calls gets the checks. */
  takeAttempt: async (browserHash: Buffer, now: Date): Promise<string | undefined> =>
    (
      await db
        .deleteFrom('sso_attempt')
        .where('browser_hash', '=', browserHash)
        .where('expires_at', '>', now)
        .returning('sealed_checks')
        .executeTakeFirst()
    )?.sealed_checks,

  findLinkedUser: async ({ issuer, tenant, subject }: SsoIdentity): Promise<string | undefined> =>
    (
      await db
        .selectFrom('sso_identity')
        .where('issuer', '=', issuer)
        .where('tenant', '=', tenant)
        .where('subject', '=', subject)
        .select('user_id as userId')
        .executeTakeFirst()
    )?.userId,

  /** Returns false if the user or the identity is already linked to another. */
  async link({ issuer, tenant, subject }: SsoIdentity, userId: string): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('sso_identity')
      .values({ issuer, tenant, subject, user_id: userId })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return (numInsertedOrUpdatedRows ?? 0n) > 0n
  },

  /** Finds the tenant of the user's site: its own, or that of the nearest site above that has one. */
  findTenant: async (siteId: string): Promise<string | undefined> =>
    (
      await db
        .selectFrom('site as own')
        .innerJoin('site', (join) =>
          join.on(sql<boolean>`site.id = any(${sql.raw(idsOnPathSql('own.path'))})`),
        )
        .where('own.id', '=', siteId)
        .where('site.tenant_id', 'is not', null)
        .where('site.tenant_id', '<>', '')
        .orderBy((eb) => eb.fn<number>('length', ['site.path']), 'desc')
        .limit(1)
        .select('site.tenant_id as tenantId')
        .executeTakeFirst()
    )?.tenantId ?? undefined,
})
