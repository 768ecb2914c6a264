import { isDeepStrictEqual } from 'node:util'
import { type AlertRule, type AlertRuleChange, mostWebhookEvents } from '@eot/contract/webhook-events'
import { eventParams } from '@eot/contract/webhook-merge'
import { noParams, type ParamParts } from '@eot/contract/webhook-params'
import type { Kysely } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { refuseStaleEdit } from '../../access/edit-conflict.queries.ts'
import { ownScope } from '../../access/scope.ts'
import { holdSite, holdTree } from '../../access/site-tree-lock.queries.ts'
import type { Database } from '../../database.ts'
import { AppError, found, invalid } from '../../platform/app-error.ts'
import type { Clock } from '../../platform/clock.ts'
import { violatesUnique } from '../../platform/db/database-failure.ts'
import { uuidv7 } from '../../platform/db/uuid.ts'
import {
  fieldsOf,
  membersOf,
  needsEffect,
  refuseAimless,
  requireWithin,
  subscriptionMemberQueries,
} from '../subscriptions/index.ts'
import { recordChange } from './record-change.command.ts'
import { requireSecrets, requireValidParams } from './require-valid.command.ts'
import { hideRows, type RowSeal, sealExposed, sealRows } from './sealed-rows.ts'
import { given, type Rule, ruleOf, ruleToInput, shownIn, webhookEventToWire } from './webhook-event.wire.ts'
import {
  type EventFields,
  type EventRow,
  eventTargets,
  webhookEventQueries,
} from './webhook-events.queries.ts'
import { webhookLimitQueries } from './webhook-limits.queries.ts'
import { webhookRequestQueries } from './webhook-requests.queries.ts'

interface Parts {
  db: Kysely<Database>
  clock: Clock
  seal: RowSeal
}

/** Throws `…_not_found` for a request or target that is missing, foreign or not for the site of the webhook event. */
export function createWebhookEvent({ db, seal }: Parts, caller: Caller, rule: AlertRule): Promise<EventRow> {
  return changing(db, async (tx) => {
    const site = await holdSite(tx, caller, rule.siteId)
    const id = uuidv7()
    const { members, fields } = await prepare(tx, caller, {
      rule,
      sitePath: site.path,
      before: undefined,
      seal,
    })
    await webhookEventQueries(tx).insertEvent({ id, site_id: site.siteId, ...fields })
    for (const name of eventTargets) {
      await requireWithin(tx, { path: site.path, name, ids: members[name], hold: true })
      await subscriptionMemberQueries(tx, 'webhook_event').changeMembers(name, id, {
        added: members[name],
        removed: [],
      })
    }
    if ((await webhookLimitQueries(tx).count('webhook_event', site.path)) > mostWebhookEvents)
      throw new AppError('webhook_event_limit')
    const after = await getEvent(tx, caller, id)
    await recordChange(tx, caller, { action: 'webhook_event.created', after }, shownIn)
    return after
  })
}

/** An event whose request was deleted can be changed, but it sends nothing until another request is chosen. */
export function updateWebhookEvent(
  { db, clock, seal }: Parts,
  caller: Caller,
  id: string,
  change: AlertRuleChange,
): Promise<EventRow> {
  return changing(db, async (tx) => {
    await holdTree(tx)
    const queries = webhookEventQueries(tx)
    await queries.lockEvent(id)
    const before = await getEvent(tx, caller, id)
    if (change.id && change.id.toLowerCase() !== id)
      throw invalid('id', 'This is the id of another webhook event')
    if (change.siteId && change.siteId.toLowerCase() !== before.site_id)
      throw invalid('siteId', 'A webhook event stays at its site')
    await refuseStaleEdit(tx, caller, {
      given: change.version,
      stored: before,
      current: webhookEventToWire(before, seal),
    })
    const rule = { ...ruleOf(before), ...given(change) }
    const { members, fields } = await prepare(tx, caller, { rule, sitePath: before.sitePath, before, seal })
    await queries.updateEvent(id, fields)
    if (before.is_active && !fields.is_active)
      await queries.dropDeliveries(id, 'The webhook event was switched off', clock())
    // Former targets may have moved away since. They are hidden then, and stay; only new ones must be within the site.
    for (const name of eventTargets) {
      const shown = before[name].map((member) => member.id)
      const added = members[name].filter((member) => !shown.includes(member))
      await requireWithin(tx, { path: before.sitePath, name, ids: added, hold: true })
      const removed = shown.filter((member) => !members[name].includes(member))
      await subscriptionMemberQueries(tx, 'webhook_event').changeMembers(name, id, { added, removed })
    }
    const after = await getEvent(tx, caller, id)
    await recordChange(tx, caller, { action: 'webhook_event.updated', before, after }, shownIn)
    return after
  })
}

export async function deleteWebhookEvent({ db, clock }: Parts, caller: Caller, id: string): Promise<void> {
  await changing(db, async (tx) => {
    await holdTree(tx)
    const queries = webhookEventQueries(tx)
    await queries.lockEvent(id)
    const before = await getEvent(tx, caller, id)
    await queries.dropDeliveries(id, 'The webhook event was deleted', clock())
    await queries.deleteEvent(id)
    await recordChange(tx, caller, { action: 'webhook_event.deleted', before }, shownIn)
  })
}

interface Wanted {
  rule: Rule
  sitePath: string
  before: EventRow | undefined
  seal: RowSeal
}

/** Returns the columns and targets of a rule, and refuses values that do not fit its request. Values stay while it has none. */
async function prepare(tx: Kysely<Database>, caller: Caller, { rule, sitePath, before, seal }: Wanted) {
  const input = ruleToInput(rule)
  const { remind_after_minutes, ...terms } = fieldsOf(input)
  const members = membersOf(input)
  const stored = before && ruleOf(before)
  if (!stored || needsEffect(ruleToInput(stored), input)) refuseAimless(terms, members)
  const fieldsWith = (requestId: string | null, params: ParamParts): EventFields => ({
    ...terms,
    webhook_request_id: requestId,
    params: JSON.stringify(params),
  })
  if (rule.webhookConfigId === null)
    return { members, fields: fieldsWith(before?.webhook_request_id ?? null, before?.params ?? noParams()) }
  const request = await findRequest(tx, caller, rule.webhookConfigId, sitePath, before)
  const config = hideRows(request.parts)
  const params = eventParams(config, rule.params)
  if (stored && !needsValidParams(stored, rule))
    return { members, fields: fieldsWith(request.id, sealExposed(before.params, params, seal)) }
  requireValidParams(config, rule.params)
  // Secrets of another request may be for another server.
  const kept = before?.webhook_request_id === request.id ? before.params : undefined
  const { rows, lost } = sealRows(params, kept, seal)
  requireSecrets(lost, 'params.')
  return { members, fields: fieldsWith(request.id, rows) }
}

/**
 * Returns whether the values must be valid for the request. The request may have changed since they were entered: the webhook
 * event can still be renamed, paused and switched off, but not switched on.
 */
const needsValidParams = (before: Rule, wanted: Rule): boolean =>
  (wanted.isActive && !before.isActive) ||
  wanted.webhookConfigId?.toLowerCase() !== before.webhookConfigId ||
  !isDeepStrictEqual(wanted.params, before.params)

/** Finds a request of the site or of one above; the caller need not see the one that the event already has. */
async function findRequest(
  tx: Kysely<Database>,
  caller: Caller,
  id: string,
  sitePath: string,
  before: EventRow | undefined,
) {
  const queries = webhookRequestQueries(tx)
  const isSame = before?.webhook_request_id === id.toLowerCase()
  const request = isSame
    ? await queries.findOfEvent(before.id)
    : await queries.findUsable(ownScope(caller), id, sitePath)
  return found(request, 'webhook_request_not_found')
}

const getEvent = async (tx: Kysely<Database>, caller: Caller, id: string) =>
  found(await webhookEventQueries(tx).findEvent(ownScope(caller), id), 'webhook_event_not_found')

async function changing<T>(db: Kysely<Database>, work: (tx: Kysely<Database>) => Promise<T>): Promise<T> {
  try {
    return await db.transaction().execute(work)
  } catch (error) {
    if (violatesUnique(error, 'webhook_event__site_id__name')) throw new AppError('webhook_event_name_taken')
    throw error
  }
}
