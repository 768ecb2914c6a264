import type { BlacklistType } from '@eot/contract/blacklist'
import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'
import { type FailureKind, recordArrival, recordFailure, recordRestart } from '../blacklist/index.ts'
import { isPending, messageQueries } from './message.queries.ts'
import type { AttemptOutcome, MessageRow } from './tables.ts'

/** A provider's report about a message, or about an address. */
export interface DeliveryReport {
  channel: BlacklistType
  /** Identifies the report if the provider repeats it. */
  id: string
  /** The message, by our id or by the provider's. Undefined: the report is about the address. */
  message?: { id: string } | { providerId: string } | undefined
  /** Used if there is no such message. */
  receiver?: string | undefined
  /** `Restarted`: the owner of a number answered START. */
  outcome: Extract<AttemptOutcome, 'Delivered' | 'Undelivered' | 'Complaint'> | 'Stopped' | 'Restarted'
  /** What the report means for the address, unless the message arrived. */
  failure?: FailureKind
  answer: string | null
}

const mostAnswer = 500

/** Records the outcome of a message, and blocks or clears its address. A repeated report counts once. */
export async function reportDelivery(db: Kysely<Database>, report: DeliveryReport, at: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const queries = messageQueries(tx)
    if (!(await queries.insertReport(`${report.channel} ${report.id}`, at))) return
    const message = report.message && (await queries.lockReported(report.channel, report.message))
    if (message) await noteOutcome(tx, message, report, at)
    const receiver = message?.receiver ?? report.receiver
    if (receiver) await noteAddress(tx, receiver, report, at)
  })
}

async function noteOutcome(
  tx: Kysely<Database>,
  message: MessageRow,
  { outcome, answer }: DeliveryReport,
  at: Date,
): Promise<void> {
  if (outcome === 'Stopped' || outcome === 'Restarted') return
  const queries = messageQueries(tx)
  const said = answer?.slice(0, mostAnswer) ?? null
  await queries.insertAttempt({ messageId: message.id, at, outcome, answer: said })
  // The message may still be retried, since the response to an attempt was lost.
  const ended = { sealed_body: null, finished_at: message.finished_at ?? at }
  if (outcome === 'Delivered')
    await queries.change(message.id, {
      delivered_at: at,
      ...(isPending(message) && { ...ended, status: 'sent', error: null }),
    })
  if (outcome === 'Undelivered') await queries.change(message.id, { ...ended, status: 'failed', error: said })
}

async function noteAddress(
  tx: Kysely<Database>,
  receiver: string,
  { channel: type, outcome, failure, answer: detail }: DeliveryReport,
  at: Date,
): Promise<void> {
  if (outcome === 'Delivered') await recordArrival(tx, { type, receiver, at })
  else if (outcome === 'Restarted') await recordRestart(tx, { type, receiver, at })
  else if (failure) await recordFailure(tx, { type, receiver, kind: failure, detail, at })
}
