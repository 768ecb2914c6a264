import { type Channel, channels } from '@eot/contract/channels'
import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'
import { clockDifferenceMs } from '../../platform/clock.ts'
import { hastenMessage, requestMessages } from '../messages/index.ts'
import { nextMessageAt } from './message-pace.ts'
import { type DueMessage, notificationQueries, type PaceRow } from './notifications.queries.ts'
import { addressOf } from './receiver-gates.ts'

/**
 * Ensures that a message to each person is sent as soon as a notification is ready and the pace allows it. A message that is
 * already waiting includes everything that is ready when it is sent.
 */
export async function scheduleMessages(
  tx: Kysely<Database>,
  due: readonly DueMessage[],
  now: Date,
): Promise<void> {
  // In the same order everywhere, since each channel locks the `message_pace` rows of its people.
  for (const channel of channels) {
    const own = due.filter((one) => one.channel === channel)
    if (own.length > 0) await scheduleOn(tx, channel, own, now)
  }
}

async function scheduleOn(
  tx: Kysely<Database>,
  channel: Channel,
  wanted: readonly DueMessage[],
  now: Date,
): Promise<void> {
  const queries = notificationQueries(tx)
  const readyAt = earliestOf(wanted)
  const paces = await queries.lockPace(channel, [...readyAt.keys()])
  await queries.hasten(wanted)
  const due = paces.map((pace) => ({
    ...pace,
    wantedAt: wantedAt(pace, readyAt.get(pace.userId) ?? now, now),
  }))
  const waiting = due.flatMap(({ userId, messageId, dueAt, wantedAt }) =>
    messageId !== null && dueAt !== null && wantedAt < dueAt ? { userId, messageId, dueAt: wantedAt } : [],
  )
  for (const { messageId, dueAt } of waiting) await hastenMessage(tx, channel, messageId, dueAt)
  const first = due.filter(({ messageId }) => messageId === null)
  const ids = await requestMessages(
    tx,
    first.map(({ userId, wantedAt, ...person }) => ({
      channel,
      kind: 'Notification' as const,
      // Without an address if it was just removed; then nothing is composed.
      receiver: addressOf(channel, { userId, ...person }) ?? '',
      userId,
      at: now,
      dueAt: wantedAt,
    })),
  )
  const requested = first.map(({ userId, wantedAt }, index) => ({
    userId,
    messageId: ids[index] ?? '',
    dueAt: wantedAt,
  }))
  await queries.setWaiting(channel, [...waiting, ...requested])
}

/**
 * Locks the `message_pace` rows of these people. Call before changing their existing notifications, since composing a message
 * locks in this order too.
 */
export async function lockPaces(
  tx: Kysely<Database>,
  people: readonly Pick<DueMessage, 'userId' | 'channel'>[],
): Promise<void> {
  for (const channel of channels) {
    const ids = new Set(people.flatMap((one) => (one.channel === channel ? [one.userId] : [])))
    if (ids.size > 0) await notificationQueries(tx).lockPace(channel, [...ids])
  }
}

/** Leaves out times in the future, recorded by a clock that has since been corrected. They must not delay messages. */
export const withoutFuture = (times: readonly Date[], now: Date): Date[] =>
  times.filter((at) => at.getTime() < now.getTime() + clockDifferenceMs)

function earliestOf(due: readonly DueMessage[]): Map<string, Date> {
  const earliest = new Map<string, Date>()
  for (const { userId, readyAt } of due) {
    const known = earliest.get(userId)
    if (known === undefined || readyAt < known) earliest.set(userId, readyAt)
  }
  return earliest
}

const wantedAt = ({ sentAt }: PaceRow, readyAt: Date, now: Date): Date =>
  new Date(
    nextMessageAt(
      Math.max(readyAt.getTime(), now.getTime()),
      withoutFuture(sentAt, now).map((at) => at.getTime()),
    ),
  )
