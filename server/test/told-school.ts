import type { SubscriptionEvent } from '@eot/contract/subscription-events'
import type { Caller } from '../src/access/caller.ts'
import { createWebhookSeal } from '../src/features/webhooks/index.ts'
import type { MadeUser } from './factories.ts'
import { notifiedSchool } from './notified-school.ts'
import type { WebReceiver } from './web-receiver.ts'

export const signingSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
/** Uses the secret key of the tests. */
export const webhookSeal = createWebhookSeal(Buffer.alloc(32, 7))
export const sealedSecret = webhookSeal.seal(signingSecret)

const body = [
  { key: 'text', paramType: 'specified', type: 'string', value: '{{alert.typeName}} in {{device.name}}' },
]
/** The parts of a request that posts the type and place of an alert. */
export const postedText = JSON.stringify({ UrlVariables: [], Headers: [], Cookies: [], Body: body, Auth: [] })

/** Returns a user as a Site Administrator who calls the API. */
export const callerAt = ({ id, email, site }: MadeUser): Caller => ({
  userId: id,
  fullName: 'Ann',
  email,
  sessionVersion: 0,
  sessionId: id,
  siteId: site.id,
  sitePath: site.path,
  timeZone: 'America/Chicago',
  roleName: 'Site Administrator',
  priority: 80,
  isSettingUp: false,
  provenAt: new Date(0),
})

/** Creates the school with a webhook event that notifies a receiver of the starts and ends of its alerts. */
export async function toldSchool(
  receiver: WebReceiver,
  events: SubscriptionEvent[] = ['AlertStarted', 'AlertEnded'],
) {
  receiver.received.length = 0
  receiver.answer = (response) => response.end('fine')
  const school = await notifiedSchool()
  const { db, make, site } = school
  const request = await make.webhookRequest({
    site,
    name: 'Desk',
    url: `${receiver.origin}/hook`,
    parts: postedText,
    signing_secret: sealedSecret,
  })
  const event = await make.webhookEvent({ site, request, name: 'Vape to the desk', events })
  const deliveries = () => db.selectFrom('webhook_delivery').selectAll().orderBy('event_seq').execute()
  const texts = () => receiver.received.map(({ body }) => String(JSON.parse(body.toString()).text))
  return { ...school, request, event, deliveries, texts }
}
