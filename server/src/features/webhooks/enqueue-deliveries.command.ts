import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '../../database.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import { enqueueAll } from '../../platform/jobs/job-queue.ts'
import type { DueDelivery } from './told-events.queries.ts'
import { webhookRequestQueries } from './webhook-requests.queries.ts'

/** Makes one attempt. Does nothing if another one has taken its number. */
export const deliverWebhookJob = defineJob({
  name: 'deliver-webhook',
  payload: z.object({ deliveryId: z.uuid(), attempt: z.int() }),
  // Each webhook request is a group, so that a slow receiver does not delay others. Its owner is the customer, who may have
  // hundreds of slow receivers.
  concurrency: 64,
  perGroup: 4,
  perOwner: 128,
  slowSlots: 448,
  // Only for crashes: a failed attempt enqueues the next one, according to `retry-schedule.ts`.
  retry: { limit: 50, delaySeconds: 1, maxDelaySeconds: 300 },
})

/** Enqueues the next attempt of each delivery for the time when it is due. */
export async function enqueueDeliveries(tx: Kysely<Database>, due: readonly DueDelivery[]): Promise<void> {
  const requestIds = new Set(due.flatMap(({ requestId }) => requestId ?? []))
  const customers = await webhookRequestQueries(tx).listCustomers([...requestIds])
  await enqueueAll(
    tx,
    deliverWebhookJob,
    due.map(({ id, attempts, requestId, nextAt }) => ({
      payload: { deliveryId: id, attempt: attempts + 1 },
      group: requestId === null ? 'none' : `${customers.get(requestId) ?? 'all'}/${requestId}`,
      startAt: nextAt,
    })),
  )
}
