import { createWebhookSeal } from '../src/features/webhooks/index.ts'
import { notifiedSchool } from './notified-school.ts'
import type { WebReceiver } from './web-receiver.ts'

export const signingSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
/** Uses the secret key of the tests. */
export const sealedSecret = createWebhookSeal(Buffer.alloc(32, 7)).seal(signingSecret)

const body = [
  { key: 'text', paramType: 'specified', type: 'string', value: '{{alert.typeName}} in {{device.name}}' },
]
/** The parts of a request that posts the type and place of an alert. */
export const postedText = JSON.stringify({ UrlVariables: [], Headers: [], Cookies: [], Body: body, Auth: [] })

/** Creates the school with a webhook event that notifies a receiver of the starts and ends of its alerts. */
export async function toldSchool(
  receiver: WebReceiver,
  events: ('AlertStarted' | 'AlertEnded')[] = ['AlertStarted', 'AlertEnded'],
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
