import type { Channel } from '@eot/contract/channels'
import type { Kysely } from 'kysely'
import { siteIdsOf } from '../../access/site-path.ts'
import type { Database } from '../../database.ts'
import type { Clock } from '../../platform/clock.ts'
import { deriveKey } from '../../platform/derive-key.ts'
import { confirmLinkCodes, confirmLinkMs, confirmLinkPurpose } from '../alerts/index.ts'
import type { Compose, ComposeMail, ComposePush, ComposeText } from '../messages/index.ts'
import { candidateQueries } from './candidates.queries.ts'
import { heldQueries } from './held.queries.ts'
import { rememberMessage } from './message-pace.ts'
import {
  groupNotices,
  isHistory,
  isNeedless,
  isPartOfOutage,
  overInMaintenance,
  snoozeOf,
  type WaitingNotification,
  waitsForOutage,
  waitsForStart,
  withoutUnknown,
  withTheRestOfEach,
} from './notice.ts'
import { noticesIn, type Reader, type Telling } from './notice-words.ts'
import { type DrawAlert, notificationMail } from './notification-mail.ts'
import { notificationPush } from './notification-push.ts'
import { notificationText } from './notification-text.ts'
import { notificationQueries } from './notifications.queries.ts'
import { findReading } from './reading-settings.queries.ts'
import { addressOf, findReceiverGate, mayConfirm, type Receiver } from './receiver-gates.ts'
import { scheduleMessages, withoutFuture } from './schedule-messages.command.ts'
import { waitingNotificationQueries } from './waiting-notifications.queries.ts'

interface Parts {
  /** Absent: emails have no pictures. */
  drawAlert?: DrawAlert
  clock: Clock
  secretKey: Buffer
  publicUrl: string
}

/** Compose the messages with all notifications of a person that are ready, in their current state. */
export function notificationComposers({ clock, drawAlert, publicUrl, secretKey }: Parts): {
  Email: { Notification: ComposeMail }
  Text: { Notification: ComposeText }
  Push: { Notification: ComposePush }
} {
  const codes = confirmLinkCodes(deriveKey(secretKey, confirmLinkPurpose))
  return {
    Email: { Notification: composer('Email', (telling) => notificationMail(telling, publicUrl, drawAlert)) },
    Text: { Notification: composer('Text', (telling) => notificationText(telling, publicUrl)) },
    Push: { Notification: composer('Push', notificationPush) },
  }

  function composer<Content>(channel: Channel, write: (telling: Telling) => Content): Compose<Content> {
    return async (tx, message) => {
      const userId = message.user_id
      if (userId === null) return undefined
      const queries = notificationQueries(tx)
      const [pace] = await queries.lockPace(channel, [userId])
      if (pace?.messageId !== message.id) return undefined // another message has replaced it
      // What was to be ready by then is, even if the clock of this host is behind that of the one that scheduled the message.
      const now = latest([clock(), ...(pace.dueAt ? [pace.dueAt] : [])])
      const person = (await candidateQueries(tx).findPeople([userId])).get(userId)
      if (!person) return undefined
      // The address may have changed since; then another message is sent there.
      const isCurrent = (addressOf(channel, person) ?? '') === message.receiver
      const reader = { ...(await findReading(tx, userId)), now }
      const told = isCurrent ? await takeReady(tx, channel, person, message.id, reader) : []
      const sentAt = withoutFuture(pace.sentAt, now)
      await queries.setSent(channel, userId, told.length > 0 ? rememberMessage(sentAt, now) : sentAt)
      const readyAt = await waitingNotificationQueries(tx, channel).findNextReady(userId)
      if (readyAt) await scheduleMessages(tx, [{ userId, channel, readyAt }], now)
      if (told.length === 0) return undefined
      const expiries = told.flatMap(({ expiresAt }) => expiresAt ?? [])
      return {
        content: write({
          notices: groupNotices(told),
          reader,
          subscriptions: await waitingNotificationQueries(tx, channel).listSubscriptionNames(idsOf(told)),
          confirmUrl: (alertId) => {
            if (!mayConfirm(person)) return undefined
            const code = codes.write({ alertId, userId, expiresAt: new Date(now.getTime() + confirmLinkMs) })
            return `${publicUrl}/confirm-alert?code=${code}`
          },
        }),
        userId,
        siteId: siteIdsOf(person.sitePath).at(-1) ?? null,
        // An end must not be lost because of a start in the same message.
        ...(expiries.length === told.length && { expiresAt: latest(expiries) }),
      }
    }
  }
}

/** How long an end waits before checking again whether the notification of its start has been delivered. */
const askAgainMs = 60_000
/** How often to check whether an outage has ended. This is a fallback: its end usually sends the notifications at once. */
const askOutageAgainMs = 6 * 3_600_000

/** Decides again which notifications may still be sent and to whom, and assigns them to the message. */
async function takeReady(
  tx: Kysely<Database>,
  channel: Channel,
  person: Receiver,
  messageId: string,
  reader: Reader,
): Promise<WaitingNotification[]> {
  const { now } = reader
  const { device, site } = noticesIn(reader)
  const unnamed = { device: device.unnamed, site: site.unnamed }
  const queries = waitingNotificationQueries(tx, channel)
  const waiting = withTheRestOfEach(
    await queries.listWaiting(person.userId, person.sitePath, { now, unnamed }),
  )
  await heldQueries(tx).hold(idsOf(waiting.filter(({ isHeld }) => isHeld)))
  const ready = waiting.filter((row) => !row.isHeld && snoozeOf(row, now) === null)
  for (const row of waiting) {
    const snoozedUntil = snoozeOf(row, now)
    if (snoozedUntil && !row.isHeld) await queries.snooze(row.id, snoozedUntil)
  }
  const isExpired = ({ expiresAt }: WaitingNotification) => expiresAt !== null && expiresAt <= now
  await queries.finish({ ids: idsOf(ready.filter(isExpired)), status: 'expired' })
  const over = new Set(overInMaintenance(ready))
  function delayOf(row: WaitingNotification): number | null {
    if (waitsForStart(row)) return askAgainMs
    return waitsForOutage(row) && !over.has(row) ? askOutageAgainMs : null
  }
  const byDelay = Map.groupBy(
    ready.filter((row) => !isExpired(row)),
    delayOf,
  )
  for (const [delay, rows] of byDelay)
    if (delay !== null) await queries.postpone(idsOf(rows), new Date(now.getTime() + delay))
  const byReason = Map.groupBy(byDelay.get(null) ?? [], (row) =>
    over.has(row) ? 'Maintenance' : reasonAgainst(person, channel, row),
  )
  for (const [reason, rows] of byReason)
    if (reason !== null) await queries.finish({ ids: idsOf(rows), status: 'suppressed', reason })
  const { told, unknown } = withoutUnknown(byReason.get(null) ?? [])
  await queries.finish({ ids: idsOf(unknown), status: 'suppressed', reason: 'StartNotTold' })
  await queries.tell(told, messageId)
  return told
}

function reasonAgainst(person: Receiver, channel: Channel, row: WaitingNotification): string | null {
  if (isNeedless(row)) return 'NoLongerOpen'
  if (isHistory(row)) return 'Late'
  return isPartOfOutage(row) ? 'PartOfOutage' : findReceiverGate(person, row.sitePath, channel)
}

const idsOf = (rows: readonly WaitingNotification[]): string[] => rows.map(({ id }) => id)

const latest = (dates: readonly Date[]): Date =>
  new Date(dates.reduce((time, date) => Math.max(time, date.getTime()), Number.NEGATIVE_INFINITY))
