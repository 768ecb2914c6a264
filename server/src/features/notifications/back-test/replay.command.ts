import { randomBytes } from 'node:crypto'
import type { Channel } from '@eot/contract/channels'
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../../database.ts'
import { readEvents } from '../../events/index.ts'
import { isBlocked } from '../../messages/index.ts'
import { insertSubscription } from '../../subscriptions/index.ts'
import { candidateQueries } from '../candidates.queries.ts'
import { notificationComposers } from '../compose-notification.command.ts'
import { notifyFollower } from '../notify.follower.ts'
import { outageEndQueries } from '../outage-ends.queries.ts'
import { caring, isFollowUp } from '../plan-notifications.ts'
import { releaseHeld } from '../release-held.command.ts'
import { remindUnlessHeld } from '../remind.job.ts'
import { scheduleMessages } from '../schedule-messages.command.ts'
import {
  type DraftedAlert,
  type DueReplayedMessage,
  type ReplayedEvent,
  replayQueries,
} from './replay.queries.ts'

export interface ReplayedMessage {
  at: Date
  userId: string
  channel: Channel
  subject: string
  /** The ids of the alerts whose start or reminder the message contains. */
  alertIds: string[]
}

export interface Replay {
  /** Everything before this was replayed: `to`, or earlier if the time limit was reached. */
  reachedAt: Date
  messages: ReplayedMessage[]
  /** The alerts of which somebody was notified. */
  alerts: { at: Date; alertType: string }[]
}

type Input = Parameters<typeof insertSubscription>[1]['input']

/**
 * Either the stored alerts of a site, matched with one subscription, or drafted alerts of a device, matched with all stored
 * ones.
 */
type Told =
  | { site: { siteId: string; path: string }; input: Input }
  | { site: { siteId: string; path: string }; deviceId: string; alerts: readonly DraftedAlert[] }

type Asked = Told & {
  from: Date
  to: Date
  /** Called between two steps. If it returns true, the replay stops and returns the results so far. */
  isOver(): boolean
}

/**
 * Replays what happened at a site, or might have, with the code that really sends notifications, in a transaction that is
 * rolled back. Nothing is sent or stored. Throws like `createSubscription`.
 */
export async function replay(db: Kysely<Database>, asked: Asked): Promise<Replay> {
  const tx = await db.startTransaction().execute()
  try {
    return await replayIn(tx, asked)
  } finally {
    await tx.rollback().execute()
  }
}

async function replayIn(tx: Transaction<Database>, asked: Asked): Promise<Replay> {
  const { site, from, to, isOver } = asked
  let now = from
  const clock = () => now
  const queries = replayQueries(tx)
  const own = 'input' in asked
  if (own) await queries.takeStoredAlerts({ path: site.path, from, to })
  else await queries.takeDraftedAlerts(asked.deviceId, asked.alerts)
  await queries.hideTables({ path: site.path, to, own })
  const subscriptionId = own ? await insertSubscription(tx, { site, input: asked.input, hold: false }) : null
  const events = await listTold(tx, from)
  const follower = notifyFollower(clock)
  const composers = notificationComposers({ clock, ...unread })
  const maintenanceEnds = await queries.listMaintenanceEnds({ path: site.path, from, to })
  const hasOutages = await queries.hasOutages()
  const startsAt = new Map(
    events.flatMap((event) => (isFollowUp(event) || !event.alertId ? [] : [[event.alertId, event] as const])),
  )
  const messages: ReplayedMessage[] = []
  const reminders: Awaited<ReturnType<typeof queries.takeReminders>> = []

  for (;;) {
    const due = await queries.findDue()
    const next = earliest([due?.dueAt, reminders[0]?.at, events[0]?.storedAt, maintenanceEnds[0]])
    if (next === undefined || next > to) {
      now = to
      break
    }
    if (isOver()) break
    // A message that becomes due between events is sent at its time; an overdue one is sent now.
    now = next > now ? next : now
    if (hasOutages && (await queries.endOutages(now)))
      await scheduleMessages(tx, await outageEndQueries(tx).listWaiting(now), now)
    // Events at the moment at which a message is due are included in it.
    if (events[0] && events[0].storedAt <= next) await handle(events.splice(0, countAt(events, next)))
    else if (maintenanceEnds[0] && maintenanceEnds[0] <= next) await release()
    else if (due && due.dueAt <= next) await deliver(due)
    else await remind()
  }
  const told = new Set(messages.flatMap(({ alertIds }) => alertIds))
  return {
    reachedAt: now,
    messages,
    alerts: [...startsAt].flatMap(([id, { at, alertType }]) =>
      told.has(id) && alertType !== null ? [{ at, alertType }] : [],
    ),
  }

  async function handle(batch: readonly ReplayedEvent[]): Promise<void> {
    for (const kind of ['AlertConfirmed', 'AlertEnded'] as const)
      await queries.learnOf(
        batch.flatMap((event) => (event.kind === kind ? (event.alertId ?? []) : [])),
        kind,
      )
    await follower.handle(tx, readEvents(batch))
    await takeReminders()
  }

  async function release(): Promise<void> {
    maintenanceEnds.shift()
    await scheduleMessages(tx, await releaseHeld(tx, now), now)
    await takeReminders()
  }

  async function takeReminders(): Promise<void> {
    if (own && asked.input.RemindAfter === null) return
    reminders.push(...(await queries.takeReminders(subscriptionId)))
    reminders.sort((a, b) => a.at.getTime() - b.at.getTime())
  }

  async function remind(): Promise<void> {
    const due = reminders.shift()
    if (due) await remindUnlessHeld(tx, due.reminder, now)
    await takeReminders()
  }

  async function deliver({ id, channel, kind, receiver, userId }: DueReplayedMessage): Promise<void> {
    const message = { id, receiver, user_id: userId, site_id: null, details: {}, expires_at: now }
    const composed = await composers[channel].Notification(tx, message)
    if (!composed) return queries.finish(id, 'dropped', now)
    // Uses the current blocks, since past ones are not stored.
    if (await isBlocked(tx, { channel, kind, receiver }, to)) return queries.finish(id, 'blocked', now)
    await queries.finish(id, 'sent', now)
    const { subject } = composed.content
    messages.push({ at: now, userId, channel, subject, alertIds: await queries.listStartsIn(id) })
  }
}

/** The base address of links that are never shown. */
const unread = { publicUrl: 'https://portal.invalid', secretKey: randomBytes(32) }

/** The largest number of events matched in one statement. */
const mostMatched = 5000

/** Lists the events that the subscription matches, and those that followed them. */
async function listTold(tx: Kysely<Database>, now: Date): Promise<ReplayedEvent[]> {
  const events = await replayQueries(tx).listEvents()
  const starts = events.filter((event) => !isFollowUp(event))
  const seqs = new Set<number>()
  for (let from = 0; from < starts.length; from += mostMatched) {
    const some = starts.slice(from, from + mostMatched).map(({ seq }) => seq)
    const occurrences = await candidateQueries(tx).listOccurrences(some, now)
    const matching = caring(occurrences, await candidateQueries(tx).listCandidates(some))
    for (const { seq } of matching) seqs.add(seq)
  }
  const alertIds = new Set(starts.flatMap(({ seq, alertId }) => (seqs.has(seq) ? (alertId ?? []) : [])))
  return events.filter(({ seq, alertId }) => seqs.has(seq) || (alertId !== null && alertIds.has(alertId)))
}

const countAt = (events: readonly ReplayedEvent[], at: Date): number => {
  const after = events.findIndex(({ storedAt }) => storedAt > at)
  return after < 0 ? events.length : after
}

function earliest(times: readonly (Date | undefined)[]): Date | undefined {
  return times.filter((time) => time !== undefined).toSorted((a, b) => a.getTime() - b.getTime())[0]
}
