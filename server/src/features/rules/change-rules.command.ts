import type { RuleOverrides } from '@eot/contract/settings'
import type { AlertTypeKey } from '@eot/contract/vocabulary'
import type { Kysely } from 'kysely'
import { insertAuditEntry } from '../../access/audit.queries.ts'
import type { Caller } from '../../access/caller.ts'
import { refuseStaleEdit } from '../../access/edit-conflict.queries.ts'
import { fieldChanges } from '../../access/field-changes.ts'
import type { Database } from '../../database.ts'
import { refuseWrongRules } from '../alerts/index.ts'
import { announceChange } from '../events/index.ts'
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
  /** What is returned of the changed chain, in the same transaction. */
  describe(chain: RuleChain, tx: Kysely<Database>): Promise<Answer> | Answer
}

/**
 * Sets rules of a model, site or device. The notification of the database makes every process evaluate the next readings
 * with the new rules.
 */
export async function changeRules<Answer>(
  db: Kysely<Database>,
  caller: Caller,
  { target, find, describe }: RuleWrite<Answer>,
  { Rules, Version }: RuleChange,
): Promise<Answer> {
  return db.transaction().execute(async (tx) => {
    const queries = ruleQueries(tx)
    await queries.hold(target)
    const chain = await find(tx)
    const setter = chain.setters.at(-1)
    if (!setter) throw new Error('a chain of rules ends with the record it was read for')
    await refuseStaleEdit(tx, {
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
    if (chain.sitePath !== null) await announceChange(tx, 'RulesChanged', chain.sitePath)
    return answer
  })
}

/** The rules of one level after a change. A type with an empty object is set no longer. */
function merged(before: RuleOverrides, change: RuleOverrides): RuleOverrides {
  const all = Object.entries({ ...before, ...change }) as [AlertTypeKey, RuleOverrides[AlertTypeKey]][] // both are records of types
  return Object.fromEntries(all.filter(([, rule]) => rule && Object.keys(rule).length > 0))
}
