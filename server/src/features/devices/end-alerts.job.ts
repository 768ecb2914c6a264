import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '../../database.ts'
import { executeIn } from '../../platform/db/execute.queries.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import { enqueueAll } from '../../platform/jobs/job-queue.ts'
import type { JobHandler } from '../../platform/jobs/job-run.ts'
import { appendEvents } from '../events/index.ts'
import { endAlertsElsewhere } from '../ingest/index.ts'
import { changeDeviceQueries } from './change-device.queries.ts'
import { type AlertsToEnd, alertEndReasons, byReason, endAlerts } from './change-devices.command.ts'

const Payload = z.object({
  reason: z.enum(alertEndReasons),
  deviceNos: z.array(z.int()),
  typeKeys: z.array(z.string()).nullable(),
  at: z.iso.datetime(),
  userId: z.string(),
})

/** Ends the alerts of some of the devices that were changed together. */
export const endAlertsJob = defineJob({
  name: 'end-alerts',
  payload: Payload,
  retry: { limit: 20, delaySeconds: 1, maxDelaySeconds: 600 },
})

/** Readings of this many devices wait at once, for a fraction of a second. */
const devicesPerJob = 500

/**
 * Ends the alerts after the commit, a few devices at a time, so that no device waits for all of them. Called instead of
 * `endAlerts` by the transaction that has changed the devices.
 */
export async function endAlertsLater(
  tx: Kysely<Database>,
  toEnd: readonly AlertsToEnd[],
  { at, userId }: { at: Date; userId: string },
): Promise<void> {
  const payloads = byReason(toEnd).flatMap(({ deviceNos, ...alike }) => {
    const sorted = deviceNos.toSorted((a, b) => a - b)
    return Array.from({ length: Math.ceil(sorted.length / devicesPerJob) }, (_, nth) => ({
      ...alike,
      typeKeys: alike.typeKeys && [...alike.typeKeys],
      deviceNos: sorted.slice(nth * devicesPerJob, (nth + 1) * devicesPerJob),
      at: at.toISOString(),
      userId,
    }))
  })
  await enqueueAll(
    tx,
    endAlertsJob,
    payloads.map((payload) => ({ payload })),
  )
}

const isOff: readonly AlertsToEnd['reason'][] = ['DeviceDeactivated', 'SiteDeactivated', 'DeviceExpired']

/** Leaves out devices that were switched off, but have been switched on again. */
async function withoutActive(tx: Kysely<Database>, toEnd: AlertsToEnd): Promise<AlertsToEnd> {
  if (!isOff.includes(toEnd.reason)) return toEnd
  const active = new Set(await changeDeviceQueries(tx).holdRaisingAlerts(toEnd.deviceNos))
  return { ...toEnd, deviceNos: toEnd.deviceNos.filter((no) => !active.has(no)) }
}

/** Idempotent. If the job is delayed, it does not end alerts of devices that have been switched on again, or raised at the new site. */
export const endingAlerts: JobHandler<z.output<typeof Payload>, Database> = {
  async run({ payload: { at: instant, userId, ...some }, write }) {
    const at = new Date(instant)
    await write(async (tx) => {
      const events =
        some.reason === 'Moved'
          ? await endAlertsElsewhere(executeIn(tx), { ...some, reason: 'Moved', at, userId })
          : await endAlerts(tx, [await withoutActive(tx, some)], { at, userId })
      await appendEvents(executeIn(tx), events)
    })
  },
}
