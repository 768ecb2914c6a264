import { listEvents, readEvents } from '@eot/server/features/events/index'
import {
  createWebhookSeal,
  createWebhookSender,
  tellWebhooks,
  webhookDelivery,
} from '@eot/server/features/webhooks/index'
import { createTokenSource } from '@eot/server/platform/client-credentials'
import { executeIn } from '@eot/server/platform/db/execute.queries'
import { type Egress, type EgressAnswer, EgressRefused } from '@eot/server/platform/egress/egress'
import type { Foundation } from '@eot/server/program/foundation'
import { inPast } from './in-past.ts'
import { webhookHosts } from './northfield-webhooks.ts'
import { reviewQueries } from './review.queries.ts'

const hourMs = 3_600_000
/** How far back the deliveries in the log go. */
const toldForMs = 48 * hourMs
const mostEvents = 1_000_000

/**
 * Delivers the alerts of the last days to receivers that exist only here, with the program's own code: rendered, signed,
 * retried and logged as the program would have done. The job queue uses the real clock, so this function makes
 * each attempt at its due time. The queued jobs then find nothing left to do.
 */
export async function writeWebhooks(parts: Foundation): Promise<void> {
  const madeAtMs = parts.clock().getTime()
  await reviewQueries(parts.db).dateEvents()
  const events = readEvents(await listEvents(executeIn(parts.db), 0, mostEvents))
    .filter(({ at, alertId }) => alertId !== null && at.getTime() > madeAtMs - toldForMs)
    .filter(({ at }) => at.getTime() < madeAtMs)
    .toSorted((one, other) => one.at.getTime() - other.at.getTime() || one.seq - other.seq)
  await inPast(parts, async (past, goTo) => {
    const egress = receivers(() => madeAtMs - past.clock().getTime())
    const { handle } = tellWebhooks(past.clock)
    const sendDue = senderOf(past, goTo, egress)
    for (const event of events) {
      await sendDue(event.at)
      await goTo(event.at)
      await past.db.transaction().execute((tx) => handle(tx, [event]))
    }
    await sendDue(new Date(madeAtMs))
  })
}

/** Returns a function that makes the attempts due until a time, each at its due time. */
function senderOf(past: Foundation, goTo: (at: Date) => Promise<void>, egress: Egress) {
  const now = () => past.clock().getTime()
  const { run } = webhookDelivery({
    ...past,
    publicUrl: past.config.publicUrl,
    seal: createWebhookSeal(past.secretKey),
    sender: createWebhookSender({ egress, tokens: createTokenSource(egress, now) }),
  })
  const { signal } = new AbortController()
  const write: Parameters<typeof run>[0]['write'] = (work) => past.db.transaction().execute(work)
  return async (until: Date): Promise<void> => {
    for (;;) {
      const due = await reviewQueries(past.db).findDueWebhook(until)
      if (!due) return
      await goTo(due.next_at)
      const payload = { deliveryId: due.id, attempt: due.attempts + 1 }
      await run({ payload, attempt: 1, signal, write, writeLong: write })
    }
  }
}

/** The facilities desk was down for some hours; building control is not on the internet. */
function receivers(agoMs: () => number): Egress {
  const answer = (status: number, statusText: string, text: string): EgressAnswer => ({
    status,
    statusText,
    text,
    headers: { 'content-type': 'application/json', 'content-length': String(text.length) },
    isInternal: false,
  })
  return {
    check: () => undefined,
    async request({ hostname }) {
      if (hostname === webhookHosts.building) throw new EgressRefused(`${hostname} is not on the internet`)
      if (hostname === webhookHosts.chat) return answer(200, 'OK', '{"ok":true}')
      const isDown = agoMs() > 20 * hourMs && agoMs() < 30 * hourMs
      return isDown
        ? answer(503, 'Service Unavailable', '{"error":"maintenance"}')
        : answer(201, 'Created', '{"ticket":"accepted"}')
    },
    seeCertificate: () => Promise.reject(new Error('no answer: ECONNREFUSED')),
  }
}
