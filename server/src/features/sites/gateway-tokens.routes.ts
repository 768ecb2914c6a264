import { sites } from '@eot/contract/sites'
import type { Kysely } from 'kysely'
import { insertAuditEntry } from '../../access/audit.queries.ts'
import type { Caller } from '../../access/caller.ts'
import { holdCaller } from '../../access/caller-lock.queries.ts'
import type { ScopeOf } from '../../access/scope.ts'
import { holdSite } from '../../access/site-tree-lock.queries.ts'
import type { Database } from '../../database.ts'
import { found } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import { uuidv7 } from '../../platform/db/uuid.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { createSecretToken, hashSecretToken } from '../../platform/secret-token.ts'
import { gatewayTokenQueries } from './gateway-tokens.queries.ts'

interface Parts {
  db: Kysely<Database>
  scopeOf: ScopeOf
  clock: Clock
}

export function gatewayTokenRoutes(serve: Serve<Caller>, { db, scopeOf, clock }: Parts): void {
  serve(sites.listGatewayTokens, async ({ params, caller }) => {
    const tokens = await gatewayTokenQueries(db).listTokens(await scopeOf(caller, { SiteId: params.id }))
    return tokens.map((token) => ({
      Id: token.id,
      Name: token.name,
      CreatedAt: token.createdAt.toISOString(),
      LastUsedAt: token.lastUsedAt?.toISOString() ?? null,
    }))
  })

  serve(sites.createGatewayToken, async ({ params, body, caller }) => {
    const id = uuidv7()
    const token = createSecretToken()
    await db.transaction().execute(async (tx) => {
      const scope = await holdSite(tx, caller, params.id)
      await holdCaller(tx, caller)
      await gatewayTokenQueries(tx).insertToken(scope, {
        id,
        name: body.Name,
        hash: hashSecretToken(token),
        createdBy: caller.userId,
      })
      await insertAuditEntry(tx, {
        actorId: caller.userId,
        siteId: scope.siteId,
        action: 'gateway_token.created',
        subjectId: id,
        details: { changes: { Name: [null, body.Name] } },
      })
    })
    return { Id: id, Token: token }
  })

  serve(sites.revokeGatewayToken, async ({ params, caller }) => {
    const scope = await scopeOf(caller, { SiteId: params.id })
    await db.transaction().execute(async (tx) => {
      found(await gatewayTokenQueries(tx).revokeToken(scope, params.tokenId, clock()), 'not_found')
      await insertAuditEntry(tx, {
        actorId: caller.userId,
        siteId: scope.siteId,
        action: 'gateway_token.revoked',
        subjectId: params.tokenId,
      })
    })
  })
}
