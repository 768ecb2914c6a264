import { permissions } from '@eot/contract/permissions'
import type { Kysely } from 'kysely'
import { findLanguage } from '../../access/settings.queries.ts'
import type { Database } from '../../database.ts'
import { textsIn } from '../../texts/texts.ts'
import { type ComposeMail, plainName, requestMail } from '../messages/index.ts'
import { deliveryQueries } from './deliveries.queries.ts'
import type { RequestRow } from './webhook-requests.queries.ts'

/** `Gone`: the receiver has answered 410. `Failing`: it has accepted nothing for five days. */
type Reason = 'Gone' | 'Failing'

const why: Record<Reason, string> = {
  Gone: 'The receiver wants nothing more (410)',
  Failing: 'The receiver has accepted nothing for five days',
}

/** Stops deliveries to a receiver, and notifies the administrators of its site once. */
export async function stopRequest(
  tx: Kysely<Database>,
  request: RequestRow,
  { at, reason }: { at: Date; reason: Reason },
): Promise<void> {
  const queries = deliveryQueries(tx)
  if (!(await queries.stopRequest(request.id, at, why[reason]))) return
  const details = { requestId: request.id, name: request.name, siteName: request.siteName, reason }
  for (const { userId, email } of await queries.listOwners(request.id, permissions.EditWebhookRequests[2]))
    await requestMail(tx, {
      kind: 'WebhookStopped',
      receiver: email,
      userId,
      siteId: request.site_id,
      details,
      at,
    })
}

/** Composes the email to the administrators of a stopped receiver. */
export const composeWebhookStopped =
  (publicUrl: string): ComposeMail =>
  async (tx, { user_id: userId, site_id: siteId, details }) => {
    const { name = '', siteName = '', reason } = details
    const language = await findLanguage(tx, userId)
    const say = textsIn(language).mails.webhook
    return {
      content: {
        language,
        subject: say.subject(plainName(name, say.unnamed)),
        heading: say.heading,
        ...(plainName(siteName, '') !== '' && { place: siteName }),
        paragraphs: [reason === 'Gone' ? say.gone : say.failing, say.next],
        action: { label: say.see, url: `${publicUrl}/site/webhooks/request` },
      },
      userId,
      siteId,
    }
  }
