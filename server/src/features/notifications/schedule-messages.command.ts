import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'
import { hastenMail, requestMails } from '../mail/index.ts'
import { nextMessageAt } from './message-pace.ts'
import { notificationQueries, type PaceRow } from './notifications.queries.ts'

/**
 * Makes sure that a message to each person goes as soon as there is something to tell and the pace allows it. A message
 * that waits already takes along what is ready when it goes. `readyAt`: by user, when there is something to tell.
 */
export async function scheduleEmails(
  tx: Kysely<Database>,
  readyAt: ReadonlyMap<string, Date>,
  now: Date,
): Promise<void> {
  if (readyAt.size === 0) return
  const queries = notificationQueries(tx)
  const paces = await queries.lockPace('Email', [...readyAt.keys()])
  const due = paces.map((pace) => ({
    ...pace,
    wantedAt: wantedAt(pace, readyAt.get(pace.userId) ?? now, now),
  }))
  const waiting = due.flatMap(({ userId, messageId, dueAt, wantedAt }) =>
    messageId !== null && dueAt !== null && wantedAt < dueAt ? { userId, messageId, dueAt: wantedAt } : [],
  )
  for (const { messageId, dueAt } of waiting) await hastenMail(tx, messageId, dueAt)
  const first = due.filter(({ messageId }) => messageId === null)
  const ids = await requestMails(
    tx,
    first.map(({ userId, email, wantedAt }) => ({
      kind: 'Notification' as const,
      receiver: email,
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
  await queries.setWaiting('Email', [...waiting, ...requested])
}

const wantedAt = ({ sentAt }: PaceRow, readyAt: Date, now: Date): Date =>
  new Date(
    nextMessageAt(
      Math.max(readyAt.getTime(), now.getTime()),
      sentAt.map((at) => at.getTime()),
    ),
  )
