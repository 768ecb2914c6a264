import type { EffectiveRule, RuleLevel, RuleLevelName } from '@eot/contract/rules'
import type { RuleOverride } from '@eot/contract/settings'

/** The four places where a rule can be set, in the order in which they overrule each other. */
export const levelNames = ['System', 'Model', 'Site', 'Device'] as const satisfies readonly RuleLevelName[]

export interface LevelCell {
  level: RuleLevelName
  /** The raise level set here, in the canonical unit; undefined: nothing is set, it is inherited. */
  raise: number | undefined
  /** The record that sets the raise level, without a name if it is a site above those that the user sees. */
  setter: Pick<RuleLevel, 'Id' | 'Name'> | undefined
  /** Something else than the raise level is set here, such as a hold. */
  isTouched: boolean
  /** This value is in effect. */
  isEffective: boolean
}

/** What each place sets of the raise level. Several sites count as one: the nearest that sets it. */
export function levelCells(rule: EffectiveRule): LevelCell[] {
  const cells = levelNames.map((level) => {
    const levels = rule.Levels.filter(({ Level }) => Level === level)
    const setter = levels.findLast(({ Values }) => Values.RaiseLevel !== undefined)
    return {
      level,
      setter,
      raise: setter?.Values.RaiseLevel,
      isTouched: levels.some(({ Values }) => Object.keys(Values).some((field) => field !== 'RaiseLevel')),
    }
  })
  const effective = cells.findLast(({ raise }) => raise !== undefined)?.level
  return cells.map((cell) => ({ ...cell, isEffective: cell.level === effective }))
}

/** The last level of this kind: the device, its model, or its own site. */
export const nearest = (rule: EffectiveRule, level: RuleLevelName) =>
  rule.Levels.findLast(({ Level }) => Level === level)

/** A level whose record the user may change. */
export type OpenLevel = RuleLevel & { Id: string; Level: Exclude<RuleLevelName, 'System'> }

/** The levels that the user may change, nearest first: the device, its site, the sites above it, the model. */
export const openLevels = (rule: EffectiveRule, mayChangeModels: boolean): OpenLevel[] =>
  rule.Levels.filter(
    (one): one is OpenLevel =>
      one.Id !== null && one.Level !== 'System' && (one.Level !== 'Model' || mayChangeModels),
  ).toReversed()

/** The sites that set the rule and are nearer to the device than a level, so that they overrule it. */
export const sitesOverruling = (rule: EffectiveRule, level: RuleLevel): RuleLevel[] =>
  rule.Levels.slice(rule.Levels.findIndex(({ Id }) => Id === level.Id) + 1).filter(
    ({ Level, Values }) => Level === 'Site' && setsAny(Values),
  )

export const setsAny = (values: RuleOverride | undefined): boolean => Object.keys(values ?? {}).length > 0
