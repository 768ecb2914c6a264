import { eventParams } from '@eot/contract/webhook-merge'
import { noParams } from '@eot/contract/webhook-params'
import { webhookVariables } from '@eot/contract/webhook-variables'
import { webhookRequests } from '@eot/contract/webhooks'
import type { Caller } from '../../access/caller.ts'
import { ownScope, type ScopeOf } from '../../access/scope.ts'
import { answerPage } from '../../platform/answer-page.ts'
import { found } from '../../platform/app-error.ts'
import { EgressRefused } from '../../platform/egress/egress.ts'
import type { Serve } from '../../platform/http/serve.ts'
import {
  createWebhookRequest,
  deleteWebhookRequest,
  rotateSecret,
  updateWebhookRequest,
} from './change-webhook-request.command.ts'
import { certificateToWire } from './pin-certificate.command.ts'
import { requireAllowedAddress } from './require-valid.command.ts'
import { hideRows } from './sealed-rows.ts'
import { type TestParts, testRequest } from './test-webhook.command.ts'
import { toldEventQueries } from './told-events.queries.ts'
import { webhookRequestRowToWire, webhookRequestToWire } from './webhook-request.wire.ts'
import { webhookRequestQueries } from './webhook-requests.queries.ts'
import { sampleEvent, sampleIds, valuesOf, withLink } from './webhook-values.ts'

interface Parts extends TestParts {
  scopeOf: ScopeOf
}

interface Query {
  search?: string | undefined
  usableAt?: string | undefined
}

/** Webhook requests and the variables that they may contain. */
export function webhookRequestRoutes(serve: Serve<Caller>, parts: Parts): void {
  const { db, egress, publicUrl, scopeOf, seal } = parts
  const queries = webhookRequestQueries(db)
  const get = async (caller: Caller, id: string) =>
    found(await queries.findRequest(ownScope(caller), id), 'webhook_request_not_found')

  const filterOf = async (caller: Caller, { search, usableAt: SiteId }: Query) => ({
    search,
    usableAt: SiteId === undefined ? undefined : (await scopeOf(caller, { SiteId })).path,
  })

  serve(webhookRequests.list, async ({ query, caller }) => {
    const scope = await scopeOf(caller, query)
    const filter = await filterOf(caller, query)
    const { order = 'asc', sortBy } = query
    return answerPage(query, {
      count: () => queries.countRequests(scope, filter),
      list: async (slice) =>
        (await queries.listRequests(scope, filter, { sortBy, order, ...slice })).map((row) =>
          webhookRequestRowToWire(row, seal),
        ),
    })
  })
  serve(webhookRequests.count, async ({ query, caller }) => ({
    Total: await queries.countRequests(await scopeOf(caller, query), await filterOf(caller, query)),
  }))
  serve(webhookRequests.lookup, async ({ query, caller }) => {
    const rows = await queries.findNames(await scopeOf(caller, query), query.search)
    return rows.map(({ id, name }) => ({ Id: id, Name: name }))
  })
  serve(webhookRequests.name, async ({ params, caller }) => {
    const { id, name } = await get(caller, params.id)
    return { Id: id, Name: name }
  })
  serve(webhookRequests.params, async ({ params, caller }) =>
    eventParams(hideRows((await get(caller, params.id)).parts), noParams()),
  )
  serve(webhookRequests.get, async ({ params, caller }) =>
    webhookRequestToWire(await get(caller, params.id), seal),
  )
  serve(webhookRequests.create, async ({ body, caller }) => {
    const { request, secret } = await createWebhookRequest(parts, caller, body)
    return { ...webhookRequestToWire(request, seal), SigningSecret: secret }
  })
  serve(webhookRequests.update, async ({ params, body, caller }) =>
    webhookRequestToWire(await updateWebhookRequest(parts, caller, params.id, body), seal),
  )
  serve(webhookRequests.remove, ({ params, caller }) => deleteWebhookRequest(db, caller, params.id))
  serve(webhookRequests.rotateSecret, ({ params, caller }) => rotateSecret(parts, caller, params.id))
  serve(webhookRequests.certificate, async ({ body, caller }) => {
    parts.limitTests(caller.userId)
    const url = requireAllowedAddress(body.Url, egress)
    if (url.protocol !== 'https:') return { IsTrusted: false, Reason: 'no TLS', Certificate: null }
    try {
      const seen = await egress.seeCertificate(url, new AbortController().signal)
      return {
        IsTrusted: seen.distrust === undefined,
        Reason: seen.distrust ?? null,
        Certificate: certificateToWire(seen),
      }
    } catch (error) {
      if (!(error instanceof Error)) throw error
      const reason = error instanceof EgressRefused ? 'this address is not allowed' : error.message
      return { IsTrusted: false, Reason: reason, Certificate: null }
    }
  })
  serve(webhookRequests.test, ({ body, caller }) =>
    testRequest(parts, caller, { request: body.Request, id: body.Id, params: body.Params ?? noParams() }),
  )
  serve(webhookRequests.variables, async ({ query, caller }) => {
    const { siteId } = await scopeOf(caller, query)
    const site = found(await toldEventQueries(db).findSite(siteId), 'site_not_found')
    const values = withLink(valuesOf(sampleEvent(site), sampleIds), publicUrl)
    return webhookVariables.map(({ name, type, description }) => ({
      Name: name,
      Type: type,
      Description: description,
      Sample: values[name],
    }))
  })
}
