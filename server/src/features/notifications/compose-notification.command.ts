import type { Kysely } from 'kysely'
import { siteIdsOf } from '../../access/site-path.ts'
import type { Database } from '../../database.ts'
import type { Clock } from '../../platform/clock.ts'
import type { ComposedMail, ComposeMail } from '../mail/index.ts'
import { candidateQueries } from './candidates.queries.ts'
import { matchReceiver, type Receiver } from './match-receiver.ts'
import { rememberMessage } from './message-pace.ts'
import {
  groupNotices,
  isNeedless,
  isPartOfOutage,
  type NoticeRow,
  withoutUnknown,
  withTheRestOfEach,
} from './notice.ts'
import { noticeQueries } from './notices.queries.ts'
import { notificationMail } from './notification-mail.ts'
import { notificationQueries } from './notifications.queries.ts'
import { scheduleEmails } from './schedule-messages.command.ts'

interface Parts {
  clock: Clock
  publicUrl: string
}

/** Composes the email that tells a person everything that is ready, as it is at this moment. */
export function notificationMailComposers({ clock, publicUrl }: Parts): { Notification: ComposeMail } {
  return {
    async Notification(tx, mail) {
      const userId = mail.user_id
      if (userId === null) return undefined
      const now = clock()
      const queries = notificationQueries(tx)
      const [pace] = await queries.lockPace('Email', [userId])
      if (pace?.messageId !== mail.id) return undefined // another message has taken its place
      const person = (await candidateQueries(tx).findPeople([userId])).get(userId)
      if (!person) return undefined
      // The address may have changed since; then another mail goes there.
      const told = person.email === mail.receiver ? await takeReady(tx, person, mail.id, now) : []
      await queries.setSent(
        'Email',
        userId,
        told.length > 0 ? rememberMessage(pace.sentAt, now) : pace.sentAt,
      )
      const next = await noticeQueries(tx).findNextReady(userId)
      if (next) await scheduleEmails(tx, new Map([[userId, next]]), now)
      return told.length > 0 ? compose(tx, person, told, now) : undefined
    },
  }

  async function compose(
    tx: Kysely<Database>,
    { userId, sitePath }: Receiver,
    told: readonly NoticeRow[],
    now: Date,
  ): Promise<ComposedMail> {
    const queries = noticeQueries(tx)
    const reading = await queries.findReading(userId)
    const subscriptions = await queries.listSubscriptionNames(told.map(({ id }) => id))
    const expiries = told.flatMap(({ expiresAt }) => expiresAt ?? [])
    return {
      content: notificationMail(groupNotices(told), { ...reading, now }, { publicUrl, subscriptions }),
      userId,
      siteId: siteIdsOf(sitePath).at(-1) ?? null,
      // An end never gets lost because of a start in the same message.
      ...(expiries.length === told.length && { expiresAt: latest(expiries) }),
    }
  }
}

/** Decides once more what is still to be told and to whom it may be, and puts it into the message. */
async function takeReady(
  tx: Kysely<Database>,
  person: Receiver,
  messageId: string,
  now: Date,
): Promise<NoticeRow[]> {
  const queries = noticeQueries(tx)
  const ready = withTheRestOfEach(await queries.listWaiting(person.userId, person.sitePath, now))
  const isExpired = ({ expiresAt }: NoticeRow) => expiresAt !== null && expiresAt <= now
  await queries.finish({ ids: idsOf(ready.filter(isExpired)), status: 'expired' })
  const byReason = Map.groupBy(
    ready.filter((row) => !isExpired(row)),
    (row) => reasonAgainst(person, row),
  )
  for (const [reason, rows] of byReason)
    if (reason !== null) await queries.finish({ ids: idsOf(rows), status: 'suppressed', reason })
  const { told, unknown } = withoutUnknown(byReason.get(null) ?? [])
  await queries.finish({ ids: idsOf(unknown), status: 'suppressed', reason: 'StartNotTold' })
  await queries.finish({ ids: idsOf(told), status: 'told', messageId })
  return told
}

function reasonAgainst(person: Receiver, row: NoticeRow): string | null {
  if (isNeedless(row)) return 'NoLongerOpen'
  return isPartOfOutage(row) ? 'PartOfOutage' : matchReceiver(person, row.sitePath)
}

const idsOf = (rows: readonly NoticeRow[]): string[] => rows.map(({ id }) => id)

const latest = (dates: readonly Date[]): Date => new Date(Math.max(...dates.map((date) => date.getTime())))
