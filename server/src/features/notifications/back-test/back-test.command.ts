import { type BackTest, backTestDays, type backTests, mostBackTestAlerts } from '@eot/contract/back-tests'
import type { BodyOf } from '@eot/contract/endpoint'
import type { Kysely } from 'kysely'
import { type Caller, hasPermission } from '../../../access/caller.ts'
import type { Scope } from '../../../access/scope.ts'
import type { Database } from '../../../database.ts'
import { createBoundedQueue } from '../../../platform/bounded-queue.ts'
import { isWithinWindow } from '../../subscriptions/index.ts'
import { reachQueries } from '../reach.queries.ts'
import { type Replay, type ReplayedMessage, replay } from './replay.command.ts'
import { replaySite } from './replay-site.queries.ts'

const dayMs = 86_400_000
/** Shorter than the time that a request may take. */
const mostMs = 6000

/** Each holds a connection for seconds, so that only one at a time runs in a process. */
const queue = createBoundedQueue({ parallel: 1, waiting: 3 })

interface Asked {
  input: BodyOf<typeof backTests.run>
  scope: Scope
  now: Date
  /** Aborted when nobody waits for the answer any more. */
  signal: AbortSignal
}

/** Throws `…_not_found` as `createSubscription` does, and `QueueFull` if too many back-tests are waiting. */
export function backTest(
  db: Kysely<Database>,
  caller: Caller,
  { input, scope, now, signal }: Asked,
): Promise<BackTest> {
  return queue.run(async () => {
    const from = new Date(now.getTime() - backTestDays * dayMs)
    const startedAt = performance.now()
    const replayed = await replay(db, {
      site: scope,
      input: { ...input, Name: 'Back-test', IsActive: true, PausedUntil: null },
      from,
      to: now,
      isOver: () => signal.aborted || performance.now() - startedAt > mostMs,
    })
    return { From: from.toISOString(), ...(await summarize(db, caller, { replayed, scope, now })) }
  })
}

async function summarize(
  db: Kysely<Database>,
  caller: Caller,
  { replayed, scope, now }: { replayed: Replay; scope: Scope; now: Date },
): Promise<Omit<BackTest, 'From'>> {
  const { messages, alerts, reachedAt } = replayed
  const timeZone = await replaySite(db).findTimeZone(scope.siteId)
  const isAtNight = ({ at }: ReplayedMessage) => isWithinWindow(night, at.getTime(), timeZone)
  const userIds = [...new Set(messages.map(({ userId }) => userId))]
  const names = new Map((await reachQueries(db).listNames(userIds)).map(({ id, name }) => [id, name]))
  const receivers = [...Map.groupBy(messages, ({ userId, channel }) => `${userId} ${channel}`).values()]
  const isShown = hasPermission(caller, 'ViewUsers') ? () => true : (id: string) => id === caller.userId
  return {
    To: reachedAt.toISOString(),
    IsComplete: reachedAt >= now,
    AlertCount: alerts.length,
    Alerts: alerts.slice(0, mostBackTestAlerts).map(({ at, alertType }) => ({
      At: at.toISOString(),
      AlertType: alertType as BackTest['Alerts'][number]['AlertType'], // stored by the program
    })),
    MessageCount: messages.length,
    NightCount: messages.filter(isAtNight).length,
    PeopleCount: userIds.length,
    Receivers: receivers
      .flatMap((sent) => {
        const [first] = sent
        if (!first || !isShown(first.userId)) return []
        return {
          Id: first.userId,
          FullName: names.get(first.userId) ?? '',
          Channel: first.channel,
          MessageCount: sent.length,
          NightCount: sent.filter(isAtNight).length,
        }
      })
      .toSorted((a, b) => b.MessageCount - a.MessageCount || a.FullName.localeCompare(b.FullName)),
  }
}

const night = { startHour: 22, endHour: 6, weekdays: Array<boolean>(7).fill(true) }
