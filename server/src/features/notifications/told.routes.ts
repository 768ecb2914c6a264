import { receiverGates, told } from '@eot/contract/told'
import type { Kysely } from 'kysely'
import { type Caller, hasPermission } from '../../access/caller.ts'
import { ownScope } from '../../access/scope.ts'
import { isWithin } from '../../access/site-path.ts'
import type { Database } from '../../database.ts'
import { AppError, found } from '../../platform/app-error.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { explainQueries, type NoticeOfAlert } from './explain.queries.ts'
import { answersUpTo, byCloseness, explainSubscription, notAsked, receiverGateOf } from './explain.ts'
import { explainedToWire, noticeToWire } from './told.wire.ts'

const mostSubscriptions = 20

/**
 * Who was told about an alert, and why a person was or was not. People see their own notifications; users who may see others,
 * theirs too.
 */
export function toldRoutes(serve: Serve<Caller>, db: Kysely<Database>): void {
  const queries = explainQueries(db)

  serve(told.list, async ({ params, caller }) => {
    const { alertId } = await getStart(caller, params.id)
    const isOwn = !seesOthers(caller)
    const seen = { scope: ownScope(caller), userId: isOwn ? caller.userId : undefined, isOwn }
    const [rows, { total, others }] = await Promise.all([
      queries.listNotices(alertId, seen),
      queries.countNotices(alertId, seen),
    ])
    return { Items: rows.map(noticeToWire), Total: total, Others: others }
  })

  serve(told.why, async ({ params, query, caller }) => {
    const userId = query.userId?.toLowerCase() ?? caller.userId
    const isOwn = userId === caller.userId
    if (!isOwn && !seesOthers(caller)) throw new AppError('not_permitted')
    const event = await getStart(caller, params.id)
    const scope = ownScope(caller)
    const person = found(await queries.findPerson(scope, userId, caller.userId), 'user_not_found')
    const [naming, notices] = await Promise.all([
      queries.listNaming(event, { scope, userId, isOwn }),
      queries.listNotices(event.alertId, { scope, userId, isOwn }),
    ])
    const explained = naming.map((row) => explainSubscription(row, event)).toSorted(byCloseness)
    const isNamed = (path: string) => isOwn || isWithin(path, caller.sitePath)
    return {
      User: { Id: person.id, FullName: person.fullName },
      Subscriptions: explained
        .slice(0, mostSubscriptions)
        .map((one) => explainedToWire(one, isNamed(one.row.sitePath))),
      Channels: channelsOf(notices),
      Notices: notices.map(noticeToWire),
    }
  })

  const getStart = async (caller: Caller, alertId: string) => {
    const start = found(await queries.findStart(ownScope(caller), alertId), 'alert_not_found')
    return { ...start, alertId: start.alertId ?? alertId }
  }
}

const seesOthers = (caller: Caller): boolean => hasPermission(caller, 'ViewUsers')

/**
 * Returns the person's own gates as of the time when the notification of the start was decided: checked only if a subscription
 * matched.
 */
function channelsOf(notices: readonly NoticeOfAlert[]) {
  const started = notices.filter(({ kind }) => kind === 'AlertStarted')
  const channels = new Set(['Email' as const, ...started.map(({ channel }) => channel)])
  return [...channels].map((Channel) => {
    const notice = started.find(({ channel }) => channel === Channel)
    return {
      Channel,
      Gates: notice ? answersUpTo(receiverGates, failedGate(notice)) : notAsked(receiverGates),
    }
  })
}

/** A notification released from maintenance still has its reason. */
const failedGate = ({ status, reason, messageStatus }: NoticeOfAlert) =>
  status === 'waiting'
    ? null
    : messageStatus === 'blocked'
      ? 'Blocked'
      : (receiverGateOf(reason ?? '') ?? null)
