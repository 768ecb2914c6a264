import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '../../database.ts'
import type { Clock } from '../../platform/clock.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import type { JobHandler } from '../../platform/jobs/job-run.ts'
import { candidateQueries } from './candidates.queries.ts'
import { followUpsOf, type Wanted } from './plan-notifications.ts'
import { reminderQueries } from './reminders.queries.ts'
import { remind } from './tell.command.ts'

const payload = z.object({ eventSeq: z.int(), alertId: z.uuid(), subscriptionId: z.uuid() })
type Payload = z.output<typeof payload>

/** Due some time after a subscription told of an alert's start. Does nothing if somebody has confirmed the alert. */
export const remindJob = defineJob({ name: 'remind', payload, concurrency: 2 })

export const reminding = ({ clock }: { clock: Clock }): JobHandler<Payload, Database> => ({
  run: (run) => run.write(async (tx) => remind(tx, await findReminded(tx, run.payload, clock()), clock())),
})

/** Those whom the subscription told of the start, and those whom it tells if nobody confirms. */
async function findReminded(
  tx: Kysely<Database>,
  { eventSeq, alertId, subscriptionId }: Payload,
  now: Date,
): Promise<Wanted[]> {
  const queries = candidateQueries(tx)
  const subscription = await reminderQueries(tx).findReminding(subscriptionId, alertId, now)
  const [event] = await queries.listOccurrences([eventSeq])
  if (!subscription || !event) return []
  const told = (await queries.listTold([alertId])).filter((row) =>
    row.subscriptionIds.includes(subscriptionId),
  )
  const others = await queries.listReceivers([subscriptionId], 2)
  const people = new Set([...told, ...others].map(({ userId }) => userId))
  // The reminder is news from now on, not from the start of the alert.
  const news = { ...event, storedAt: now }
  return [...people].map((userId) => ({
    event: news,
    userId,
    subscriptionIds: [subscriptionId],
    followUps: followUpsOf(subscription.events),
  }))
}
