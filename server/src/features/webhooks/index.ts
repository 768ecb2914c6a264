import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'
import { createSeal } from '../../platform/seal.ts'
import { deliveryQueries } from './deliveries.queries.ts'

export { webhookDelivery } from './deliver-webhook.job.ts'
export { deliverWebhookJob } from './enqueue-deliveries.command.ts'
export { releaseDeliveries } from './release-deliveries.job.ts'
export { requestSitePath } from './request-site-path.ts'
export { hasLostSecrets, mapSealed } from './sealed-rows.ts'
export { createWebhookSender } from './send-webhook.command.ts'
export { composeWebhookStopped } from './stop-request.command.ts'
export { tellWebhooks } from './tell-webhooks.follower.ts'
export { listLostSecrets } from './webhook-request.wire.ts'

/** Secrets of webhook requests and events. */
export const createWebhookSeal = (secretKey: Buffer) => createSeal(secretKey, 'webhook')

const keptMs = 90 * 24 * 60 * 60_000

/** Deletes deliveries older than 90 days (B27). */
export const forgetDeliveries = (db: Kysely<Database>, now: Date): Promise<void> =>
  deliveryQueries(db).forget(new Date(now.getTime() - keptMs))
