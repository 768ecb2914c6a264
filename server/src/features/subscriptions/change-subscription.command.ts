import { weekdayFields } from '@eot/contract/weekdays'
import type { Kysely } from 'kysely'
import { insertAuditEntry } from '../../access/audit.queries.ts'
import type { Caller } from '../../access/caller.ts'
import { refuseStaleEdit } from '../../access/edit-conflict.queries.ts'
import { fieldChanges } from '../../access/field-changes.ts'
import { ownScope } from '../../access/scope.ts'
import { holdSite, holdTree } from '../../access/site-tree-lock.queries.ts'
import type { Database } from '../../database.ts'
import { AppError, found } from '../../platform/app-error.ts'
import { violatesUnique } from '../../platform/db/database-failure.ts'
import { uuidv7 } from '../../platform/db/uuid.ts'
import { announceChange } from '../events/index.ts'
import { requireWithin } from './require-within.command.ts'
import {
  type Change,
  fieldsOf,
  given,
  type Input,
  inputOf,
  membersOf,
  needsEffect,
  refuseUseless,
} from './subscription-input.wire.ts'
import { requireWithinLimits } from './subscription-limits.command.ts'
import {
  type MemberName,
  type MemberSetName,
  memberSetNames,
  subscriptionMemberQueries,
} from './subscription-members.queries.ts'
import { type SubscriptionRow, subscriptionQueries } from './subscriptions.queries.ts'
import { subscriptionToWire } from './subscriptions.wire.ts'

/** Wire names of the sets. */
const memberFields = {
  devices: 'Devices',
  groups: 'Groups',
  sites: 'Sites',
  users: 'Users',
  lists: 'Lists',
  remindUsers: 'RemindUsers',
  remindLists: 'RemindLists',
} as const satisfies Record<MemberSetName, string>

/** Throws `…_not_found` for a target or receiver that is missing, foreign or outside the subscription's site. */
export function createSubscription(
  db: Kysely<Database>,
  caller: Caller,
  input: Input,
): Promise<SubscriptionRow> {
  return changing(db, async (tx) => {
    const site = await holdSite(tx, caller, input.Site)
    const id = await insertSubscription(tx, { site, input, hold: true })
    await requireWithinLimits(tx, site.path)
    const subscription = await getSubscription(tx, caller, id)
    await record(tx, caller, { action: 'subscription.created', after: subscription })
    return subscription
  })
}

/** `hold`: its targets and receivers are locked at their sites until the transaction ends. Returns its id. */
export async function insertSubscription(
  tx: Kysely<Database>,
  { site, input, hold }: { site: { siteId: string; path: string }; input: Input; hold: boolean },
): Promise<string> {
  const id = uuidv7()
  const fields = fieldsOf(input)
  const members = membersOf(input)
  refuseUseless(fields, members)
  await subscriptionQueries(tx).insertSubscription({ id, site_id: site.siteId, ...fields })
  for (const name of memberSetNames) {
    await requireWithin(tx, { path: site.path, name, ids: members[name], hold })
    await subscriptionMemberQueries(tx).changeMembers(name, id, { added: members[name], removed: [] })
  }
  return id
}

export function updateSubscription(
  db: Kysely<Database>,
  caller: Caller,
  id: string,
  change: Change,
): Promise<SubscriptionRow> {
  return changing(db, async (tx) => {
    await holdTree(tx)
    await subscriptionQueries(tx).lockSubscription(id)
    const before = await getSubscription(tx, caller, id)
    const current = subscriptionToWire(before)
    await refuseStaleEdit(tx, caller, { given: change.Version, stored: before, current })
    const stored = inputOf(before)
    const wanted = { ...stored, ...given(change) }
    const fields = fieldsOf(wanted)
    const members = membersOf(wanted)
    if (needsEffect(stored, wanted)) refuseUseless(fields, members)
    await subscriptionQueries(tx).updateSubscription(id, fields)
    let membersAdded = 0
    // Former members may have moved away since. They are hidden then, and stay; only new ones must be within the site.
    for (const name of memberSetNames) {
      const shown = before[name].map((member) => member.id)
      const added = without(members[name], shown)
      membersAdded += added.length
      await requireWithin(tx, { path: before.sitePath, name, ids: added, hold: true })
      const removed = without(shown, members[name])
      await subscriptionMemberQueries(tx).changeMembers(name, id, { added, removed })
    }
    // A subscription of a customer above the limits can still be changed in other ways.
    if (membersAdded > 0) await requireWithinLimits(tx, before.sitePath)
    const after = await getSubscription(tx, caller, id)
    await record(tx, caller, { action: 'subscription.updated', before, after })
    return after
  })
}

export async function deleteSubscription(db: Kysely<Database>, caller: Caller, id: string): Promise<void> {
  await changing(db, async (tx) => {
    await holdTree(tx)
    await subscriptionQueries(tx).lockSubscription(id)
    const before = await getSubscription(tx, caller, id)
    await subscriptionQueries(tx).deleteSubscription(id)
    await record(tx, caller, { action: 'subscription.deleted', before })
  })
}

const getSubscription = async (tx: Kysely<Database>, caller: Caller, id: string) =>
  found(await subscriptionQueries(tx).findSubscription(ownScope(caller), id), 'subscription_not_found')

async function changing<T>(db: Kysely<Database>, work: (tx: Kysely<Database>) => Promise<T>): Promise<T> {
  try {
    return await db.transaction().execute(work)
  } catch (error) {
    if (violatesUnique(error, 'subscription__site_id__name')) throw new AppError('subscription_name_taken')
    throw error
  }
}

function without(ids: readonly string[], others: readonly string[]): string[] {
  const left = new Set(ids)
  for (const other of others) left.delete(other)
  return [...left]
}

async function record(
  tx: Kysely<Database>,
  caller: Caller,
  {
    action,
    before,
    after,
  }: {
    action: 'subscription.created' | 'subscription.updated' | 'subscription.deleted'
    before?: SubscriptionRow
    after?: SubscriptionRow
  },
): Promise<void> {
  const { id, site_id: siteId, sitePath } = found(after ?? before, 'subscription_not_found')
  await insertAuditEntry(tx, {
    actorId: caller.userId,
    siteId,
    action,
    subjectId: id,
    details: { changes: fieldChanges<object>(before ? shownIn(before) : {}, after ? shownIn(after) : {}) },
  })
  await announceChange(tx, 'SubscriptionsChanged', sitePath)
}

/** Returns what the history shows: records by name, alert types by key, and the days in one field. */
function shownIn(row: SubscriptionRow): object {
  const { Id, Version, Site, ...fields } = subscriptionToWire(row)
  const rest = Object.entries(fields).filter(([name]) => !isWeekday(name))
  const members = Object.fromEntries(
    memberSetNames.map((name) => [memberFields[name], row[name].map(nameOf)]),
  )
  return {
    ...Object.fromEntries(rest),
    Days: weekdayFields.filter((day) => fields[day]),
    ...members,
    ...(row.all_devices && { Devices: 'All' }),
    AlertTypes: row.alert_types ?? 'All',
  }
}

const isWeekday = (name: string) => weekdayFields.some((day) => day === name)
const nameOf = ({ name }: MemberName) => name
