import { z } from 'zod'
import { defineJob } from '../../platform/jobs/job.ts'
import { enqueueAll } from '../../platform/jobs/job-queue.ts'
import type { DueDelivery } from './told-events.queries.ts'

/** One attempt. It does nothing if another one has taken its number. */
export const deliverWebhookJob = defineJob({
  name: 'deliver-webhook',
  payload: z.object({ deliveryId: z.uuid(), attempt: z.int() }),
  // Each webhook request is a group, so that a slow receiver delays nobody else.
  concurrency: 64,
  perGroup: 4,
  slowSlots: 192,
  // Only for crashes: a failed attempt enqueues the next one, as `retry-schedule.ts` says.
  retry: { limit: 50, delaySeconds: 1, maxDelaySeconds: 300 },
})

/** Enqueues the next attempt of each delivery for the time when it is due. */
export const enqueueDeliveries = (
  tx: Parameters<typeof enqueueAll>[0],
  due: readonly DueDelivery[],
): Promise<void> =>
  enqueueAll(
    tx,
    deliverWebhookJob,
    due.map(({ id, attempts, requestId, nextAt }) => ({
      payload: { deliveryId: id, attempt: attempts + 1 },
      group: requestId ?? 'none',
      startAt: nextAt,
    })),
  )
