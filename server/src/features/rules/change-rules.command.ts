import type { RuleOverrides } from '@eot/contract/settings'
import type { AlertTypeKey } from '@eot/contract/vocabulary'
import type { Kysely } from 'kysely'
import { insertAuditEntry } from '../../access/audit.queries.ts'
import type { Caller } from '../../access/caller.ts'
import { refuseStaleEdit } from '../../access/edit-conflict.queries.ts'
import { fieldChanges } from '../../access/field-changes.ts'
import { holdTree } from '../../access/site-tree-lock.queries.ts'
import type { Database } from '../../database.ts'
import type { Clock } from '../../platform/clock.ts'
import { executeIn } from '../../platform/db/execute.queries.ts'
import { type Concerned, refuseWrongRules } from '../alerts/index.ts'
import { appendEvents, listChange } from '../events/index.ts'
import { endSwitchedOff } from '../ingest/index.ts'
import { type RuleChain, type RuleSetter, ruleQueries } from './rules.queries.ts'
import { rulesToWire } from './rules.wire.ts'

interface RuleChange {
  Rules: RuleOverrides
  Version?: number | null | undefined
}

interface RuleWrite<Answer> {
  target: Pick<RuleSetter, 'level' | 'id'>
  /** Reads the chain that ends with the target, or throws. */
  find(tx: Kysely<Database>): Promise<RuleChain>
  /** Returns the response for the changed chain, in the same transaction. */
  describe(chain: RuleChain, tx: Kysely<Database>): Promise<Answer> | Answer
}

interface Parts {
  db: Kysely<Database>
  clock: Clock
}

/**
 * Sets rules of a model, site or device, and ends the open alerts of rules that are now off. A database notification makes
 * every process evaluate the next readings with the new rules.
 */
export async function changeRules<Answer>(
  { db, clock }: Parts,
  caller: Caller,
  { target, find, describe }: RuleWrite<Answer>,
  { Rules, Version }: RuleChange,
): Promise<Answer> {
  return db.transaction().execute(async (tx) => {
    const queries = ruleQueries(tx)
    // Other changes of a site lock the tree and write all of the settings that they have read. Imports of devices also hold it.
    if (target.level === 'Site') await holdTree(tx)
    await queries.hold(target)
    const chain = await find(tx)
    const setter = chain.setters.at(-1)
    if (!setter) throw new Error('a chain of rules ends with the record it was read for')
    await refuseStaleEdit(tx, caller, {
      given: Version ?? undefined,
      stored: setter,
      current: { Version: setter.version, Rules: rulesToWire(chain, caller.sitePath) },
    })
    const rules = merged(setter.rules, Rules)
    refuseWrongRules(rules, 'Rules')
    await queries.setRules(setter, rules)
    await insertAuditEntry(tx, {
      actorId: caller.userId,
      siteId: chain.siteId,
      action: 'rules.changed',
      subjectId: setter.id,
      details: { level: setter.level, changes: fieldChanges(setter.rules, rules) },
    })
    const answer = await describe(await find(tx), tx)
    const ended = await endSwitchedOff(executeIn(tx), concernedBy(setter, chain), {
      at: clock(),
      userId: caller.userId,
    })
    const changed = chain.sitePath === null ? [] : [listChange('RulesChanged', chain.sitePath)]
    await appendEvents(executeIn(tx), [...ended, ...changed])
    return answer
  })
}

function concernedBy({ level, id, path }: RuleSetter, { deviceNo }: RuleChain): Concerned {
  if (level === 'Model') return { modelId: id }
  return path === null ? { deviceNos: deviceNo === undefined ? [] : [deviceNo] } : { sitePath: path }
}

/** Returns the rules of one level after a change. An empty object removes the settings of a type. */
function merged(before: RuleOverrides, change: RuleOverrides): RuleOverrides {
  const all = Object.entries({ ...before, ...change }) as [AlertTypeKey, RuleOverrides[AlertTypeKey]][] // both are records of types
  return Object.fromEntries(all.filter(([, rule]) => rule && Object.keys(rule).length > 0))
}
