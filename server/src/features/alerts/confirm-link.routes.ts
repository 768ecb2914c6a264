import { confirmLinks } from '@eot/contract/confirm-links'
import type { Caller } from '../../access/caller.ts'
import { ownScope } from '../../access/scope.ts'
import { found } from '../../platform/app-error.ts'
import { deriveKey } from '../../platform/derive-key.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { alertQueries } from './alerts.queries.ts'
import type { AlertParts } from './alerts.routes.ts'
import { alertToWire } from './alerts.wire.ts'
import { confirmLinkCodes, confirmLinkPurpose } from './confirm-link.ts'
import { reviewAlert } from './review-alert.command.ts'

/** The links in emails about alerts. Mail scanners open links, so opening one changes nothing. */
export function confirmLinkRoutes(serve: Serve<Caller>, parts: AlertParts & { secretKey: Buffer }): void {
  const { db, clock } = parts
  const codes = confirmLinkCodes(deriveKey(parts.secretKey, confirmLinkPurpose))
  const read = (code: string) => found(codes.read(code, clock()), 'invalid_link')

  serve(confirmLinks.open, async ({ query, caller }) => {
    const { alertId, userId, expiresAt } = read(query.code)
    const alert = found(await alertQueries(db).findAlert(ownScope(caller), alertId), 'alert_not_found')
    return {
      Alert: alertToWire(alert, caller.siteId),
      IsMine: userId === caller.userId,
      ExpiresAt: expiresAt.toISOString(),
    }
  })

  serve(confirmLinks.confirm, async ({ body, caller }) => {
    const change = { confirmed: true, disposition: body.Disposition, unlessConfirmed: true }
    const alert = await reviewAlert(parts, caller, read(body.Code).alertId, change)
    return alertToWire(alert, caller.siteId)
  })
}
