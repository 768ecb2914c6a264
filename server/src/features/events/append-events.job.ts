import { AlertEventKind, ChangeEventKind, DeviceEventKind } from '@eot/contract/live'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '../../database.ts'
import { type Execute, executeIn } from '../../platform/db/execute.queries.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import { enqueueAll } from '../../platform/jobs/job-queue.ts'
import type { JobHandler } from '../../platform/jobs/job-run.ts'
import type { NewEvent } from './event.ts'
import { appendEvents, listEndedAfter, readSequence } from './events.queries.ts'

const happened = { at: z.iso.datetime(), sitePath: z.string() }

const Payload = z.object({
  /** The sequence number of the latest event when the job was enqueued. */
  after: z.int(),
  events: z.array(
    z.union([
      z.object({ ...happened, kind: AlertEventKind, deviceId: z.string(), alertId: z.string() }),
      z.object({ ...happened, kind: DeviceEventKind, deviceId: z.string(), alertId: z.null() }),
      z.object({ ...happened, kind: ChangeEventKind, deviceId: z.null(), alertId: z.null() }),
    ]),
  ),
})

/** Appends the events of a transaction after its commit (see `appendEventsLater`). */
export const appendEventsJob = defineJob({
  name: 'append-events',
  payload: Payload,
  retry: { limit: 20, delaySeconds: 1, maxDelaySeconds: 600 },
})

/** Limits how long one job holds the lock on the event sequence. */
const eventsPerJob = 500

/**
 * Schedules the events to be appended after the commit. Long transactions call this instead of `appendEvents`, so that others do
 * not wait for the lock on the event sequence.
 */
export async function appendEventsLater(tx: Kysely<Database>, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return
  const after = await readSequence(executeIn(tx))
  const stored = events.map((event) => ({ ...event, at: event.at.toISOString() }))
  await enqueueAll(
    tx,
    appendEventsJob,
    Array.from({ length: Math.ceil(stored.length / eventsPerJob) }, (_, nth) => ({
      payload: { after, events: stored.slice(nth * eventsPerJob, (nth + 1) * eventsPerJob) },
    })),
  )
}

/** May run twice: the end of an alert is appended only once, and a list change may be repeated without harm. */
export const appendingEvents: JobHandler<z.output<typeof Payload>, Database> = {
  async run({ payload: { after, events }, write }) {
    await write(async (tx) => {
      const execute = executeIn(tx)
      const news = events.map((event): NewEvent => ({ ...event, at: new Date(event.at) }))
      await appendEvents(execute, await withoutStored(execute, after, news))
    })
  },
}

/** Leaves out ends of alerts that an earlier attempt has stored. */
async function withoutStored(
  execute: Execute,
  after: number,
  events: readonly NewEvent[],
): Promise<readonly NewEvent[]> {
  const ended = events.flatMap(({ kind, alertId }) =>
    kind === 'AlertEnded' && alertId !== null ? [alertId] : [],
  )
  if (ended.length === 0) return events
  const stored = new Set(await listEndedAfter(execute, after, ended))
  return events.filter(({ kind, alertId }) => kind !== 'AlertEnded' || !stored.has(alertId ?? ''))
}
