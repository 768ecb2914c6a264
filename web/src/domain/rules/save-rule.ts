import type { ErrorCode } from '@eot/contract/errors'
import { rules as alertRules, type EffectiveRule, type RuleLevel } from '@eot/contract/rules'
import type { RuleOverride, RuleOverrides } from '@eot/contract/settings'
import { call } from '../../lib/api/api.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { nearest, type OpenLevel, type RuleField } from './rule-levels.ts'

const endpoints = {
  Device: alertRules.changeDevice,
  Site: alertRules.changeSite,
  Model: alertRules.changeModel,
} as const

/** Another user changed the rule at the level meanwhile. */
export class RuleConflict extends Error {
  /** The level as that user saved it. */
  readonly theirs: OpenLevel
  readonly changedBy: string | undefined
  readonly changedAt: string | undefined

  constructor(theirs: OpenLevel, by: string | undefined, at: string | undefined) {
    super('edit_conflict' satisfies ErrorCode)
    this.theirs = theirs
    this.changedBy = by
    this.changedAt = at
  }
}

/** Sets the rule at one level, and lets the device inherit these fields again, since it would overrule them. */
export async function saveRule(
  rule: EffectiveRule,
  level: OpenLevel,
  values: RuleOverride,
  fields: readonly RuleField[],
): Promise<void> {
  await setRule(rule, level, values)
  const device = nearest(rule, 'Device') as OpenLevel | undefined // its id is always named
  if (!device || level.Level === 'Device') return
  const own = Object.entries(device.Values)
  const kept = own.filter(([field]) => !fields.some((one) => one === field))
  if (kept.length < own.length) await setRule(rule, device, Object.fromEntries(kept))
}

/**
 * Sets the rule at one level. If another user changed something else in its record meanwhile, sends it again based on
 * that. If they changed this rule, throws `RuleConflict`.
 */
export async function setRule(rule: EffectiveRule, level: OpenLevel, values: RuleOverride): Promise<void> {
  const body = {
    Rules: { [rule.AlertType]: values } as RuleOverrides, // the key is an alert type
    ...(level.Version && { Version: level.Version }),
  }
  try {
    await call(endpoints[level.Level], { params: { id: level.Id }, body })
  } catch (error) {
    const theirs = levelIn(error, rule, level)
    if (!theirs) throw error
    if (JSON.stringify(theirs.Values) === JSON.stringify(level.Values)) return setRule(rule, theirs, values)
    const { ChangedBy, ChangedAt } = (error as ApiError).conflict ?? {}
    throw new RuleConflict(theirs, ChangedBy?.FullName, ChangedAt ?? undefined)
  }
}

/** Returns the current level, from the response that refused an edit. */
function levelIn(error: unknown, rule: EffectiveRule, level: RuleLevel): OpenLevel | undefined {
  if (!(error instanceof ApiError) || error.code !== 'edit_conflict') return undefined
  const { Rules = [] } = (error.conflict?.Current ?? {}) as { Rules?: EffectiveRule[] } // as the GET endpoint returns it
  const now = Rules.find(({ AlertType }) => AlertType === rule.AlertType)
  return now?.Levels.find(({ Id }) => Id === level.Id) as OpenLevel | undefined // the same level
}
