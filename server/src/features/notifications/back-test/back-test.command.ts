import { type BackTest, backTestDays, type backTests, mostBackTestAlerts } from '@eot/contract/back-tests'
import type { BodyOf } from '@eot/contract/endpoint'
import type { DraftedRule } from '@eot/contract/rules'
import { type AlertTypeKey, findAlertType, sensorKinds } from '@eot/contract/vocabulary'
import type { Kysely } from 'kysely'
import { type Caller, hasPermission } from '../../../access/caller.ts'
import { ownScope, type Scope } from '../../../access/scope.ts'
import type { Database } from '../../../database.ts'
import { found } from '../../../platform/app-error.ts'
import { createBoundedQueue } from '../../../platform/bounded-queue.ts'
import { uuidv7 } from '../../../platform/db/uuid.ts'
import { ruleQueries, tryDraft } from '../../rules/index.ts'
import { isWithinWindow } from '../../subscriptions/index.ts'
import { type Replay, type ReplayedMessage, replay } from './replay.command.ts'
import { replaySite } from './replay-site.queries.ts'

const dayMs = 86_400_000
/** Shorter than the time limit of a request. */
const mostMs = 6000

/** Each back-test holds a connection for seconds, so only one at a time runs in a process. */
const queue = createBoundedQueue({ parallel: 1, waiting: 3 })

interface Asked {
  input: BodyOf<typeof backTests.run>
  scope: Scope
  now: Date
  /** Aborted when the client has disconnected. */
  signal: AbortSignal
}

/** Throws `…_not_found` like `createSubscription`, and `QueueFull` if too many back-tests are waiting. */
export function backTest(
  db: Kysely<Database>,
  caller: Caller,
  { input, scope, now, signal }: Asked,
): Promise<BackTest> {
  return queue.run(async () => {
    const replayed = await replay(db, {
      site: scope,
      input: { ...input, Name: 'Back-test', IsActive: true, PausedUntil: null },
      ...inTime({ now, signal }),
    })
    return summarize(db, caller, { replayed, siteId: scope.siteId, now })
  })
}

interface AskedOfRule {
  deviceId: string
  type: AlertTypeKey
  draft: DraftedRule
  now: Date
  /** As above. */
  signal: AbortSignal
}

/** Returns what the current subscriptions would have sent about the alerts of a drafted rule. Throws like `backTest`. */
export function backTestRule(
  db: Kysely<Database>,
  caller: Caller,
  { deviceId, type, draft, now, signal }: AskedOfRule,
): Promise<BackTest> {
  return queue.run(async () => {
    const device = found(
      await ruleQueries(db).findDeviceChain(ownScope(caller), deviceId),
      'device_not_found',
    )
    const siteId = found(device.siteId ?? undefined, 'site_not_found')
    const path = found(device.sitePath ?? undefined, 'site_not_found')
    const [from, to] = [startOf(now).getTime(), now.getTime()]
    const { rule, raised } = await tryDraft(db, { device, type, draft, from, to })
    const alerts = raised.map(({ startAt, endAt, peak }) => ({
      id: uuidv7(),
      type_key: type,
      severity: findAlertType(type)?.Severity ?? 'Info',
      sensor: rule.sensor,
      unit: sensorKinds[rule.column]?.unit ?? '',
      started_at: new Date(startAt).toISOString(),
      ended_at: endAt === null ? null : new Date(endAt).toISOString(),
      peak,
      threshold: rule.raiseLevel,
      clear_level: rule.clearLevel,
    }))
    const replayed = await replay(db, {
      site: { siteId, path },
      deviceId,
      alerts,
      ...inTime({ now, signal }),
    })
    const answer = await summarize(db, caller, { replayed, siteId, now })
    // Includes those without a subscription, as far as the replay came.
    const replayedAlerts = alerts.filter(({ started_at }) => started_at <= answer.To)
    return {
      ...answer,
      AlertCount: replayedAlerts.length,
      Alerts: replayedAlerts
        .slice(0, mostBackTestAlerts)
        .map(({ started_at }) => ({ At: started_at, AlertType: type })),
    }
  })
}

const startOf = (now: Date) => new Date(now.getTime() - backTestDays * dayMs)

function inTime({ now, signal }: Pick<Asked, 'now' | 'signal'>) {
  const startedAt = performance.now()
  const isOver = () => signal.aborted || performance.now() - startedAt > mostMs
  return { from: startOf(now), to: now, isOver }
}

async function summarize(
  db: Kysely<Database>,
  caller: Caller,
  { replayed, siteId, now }: { replayed: Replay; siteId: string; now: Date },
): Promise<BackTest> {
  const { messages, alerts, reachedAt } = replayed
  const timeZone = await replaySite(db).findTimeZone(siteId)
  const isAtNight = ({ at }: ReplayedMessage) => isWithinWindow(night, at.getTime(), timeZone)
  const userIds = [...new Set(messages.map(({ userId }) => userId))]
  const names = new Map(
    (await replaySite(db).listNames(userIds, ownScope(caller))).map(({ id, name }) => [id, name]),
  )
  const receivers = [...Map.groupBy(messages, ({ userId, channel }) => `${userId} ${channel}`).values()]
  const seesUsers = hasPermission(caller, 'ViewUsers')
  // Subscriptions of sites above notify people whom the caller may not see.
  const isShown = (id: string) => id === caller.userId || (seesUsers && names.has(id))
  return {
    From: startOf(now).toISOString(),
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
