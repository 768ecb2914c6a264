import { clearLevelFor } from '@eot/contract/rule-inheritance'
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
  /** Something other than the raise level is set here, such as a hold. */
  isTouched: boolean
  /** This value is in effect. */
  isEffective: boolean
}

/** Returns the raise level that each place sets. Several sites count as one: the nearest that sets it. */
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

/** Returns the levels at which the user may set a rule, nearest first: the device, its site, the sites above it, the model. */
export const openLevels = (rule: EffectiveRule, mayChangeModels: boolean): OpenLevel[] =>
  rule.Levels.filter(
    (one): one is OpenLevel =>
      one.Id !== null && one.Level !== 'System' && (one.Level !== 'Model' || mayChangeModels),
  ).toReversed()

/** Returns the sites that set one of the fields and are nearer to the device than the level, so that they overrule it. */
export const sitesOverruling = (
  rule: EffectiveRule,
  level: RuleLevel,
  fields: readonly RuleField[] = ruleFields,
): RuleLevel[] =>
  rule.Levels.slice(indexOf(rule, level) + 1).filter(
    ({ Level, Values }) =>
      Level === 'Site' && fields.some((field) => decides(field).some((one) => Values[one] !== undefined)),
  )

/** Setting a raise level also sets its clear level. */
const decides = (field: RuleField): readonly RuleField[] =>
  field === 'ClearLevel' ? ['RaiseLevel', 'ClearLevel'] : [field]

export const setsAny = (values: RuleOverride | undefined): boolean => Object.keys(values ?? {}).length > 0

/** The fields of a rule that its form edits. */
export const ruleFields = ['RaiseLevel', 'ClearLevel', 'RaiseHold', 'IsActive'] as const
export type RuleField = (typeof ruleFields)[number]

/** The values of these fields. Alert levels are in canonical units, the hold is in seconds. */
export type RuleValues = Pick<EffectiveRule, RuleField>

/** Returns the values that are set, completed by those of the rule. */
export const valuesWith = (rule: RuleValues, set: RuleOverride = {}): RuleValues => ({
  RaiseLevel: set.RaiseLevel ?? rule.RaiseLevel,
  ClearLevel: set.ClearLevel ?? rule.ClearLevel,
  RaiseHold: set.RaiseHold ?? rule.RaiseHold,
  IsActive: set.IsActive ?? rule.IsActive,
})

/**
 * Returns the fields a level must set so that the values apply: those that differ from the rule in effect, and those set by
 * the device, which are moved to another level. Setting a raise level also sets its clear level.
 */
export function fieldsToSet(rule: EffectiveRule, level: RuleLevel, values: RuleValues): RuleField[] {
  const own = level.Level === 'Device' ? undefined : nearest(rule, 'Device')?.Values
  const isSet = (field: RuleField) => values[field] !== rule[field] || own?.[field] !== undefined
  return ruleFields.filter((field) => decides(field).some(isSet))
}

/**
 * Returns what a level sets after these values are assigned. A value equal to the inherited one is not set, so that the
 * level follows later changes above; fields that the form does not show are kept. `isSame` compares two levels as shown.
 */
export function overrideWith(
  rule: EffectiveRule,
  level: RuleLevel,
  { values, fields }: { values: RuleValues; fields: readonly RuleField[] },
  isSame: (one: number, other: number) => boolean,
): RuleOverride {
  const inherited = inheritedAt(rule, level)
  let set: RuleOverride = { ...level.Values }
  for (const field of fields) {
    const { [field]: _, ...others } = set
    const rest: RuleOverride = others
    const before = withOverride(rule, inherited, { RaiseLevel: rest.RaiseLevel })[field]
    const [now, isLevel] = [values[field], field === 'RaiseLevel' || field === 'ClearLevel']
    const isInherited = isLevel ? isSame(Number(now), Number(before)) : now === before
    set = isInherited ? rest : { ...rest, [field]: now }
  }
  return set
}

/** Returns the values that apply at a level that sets nothing. */
function inheritedAt(rule: EffectiveRule, level: RuleLevel): RuleValues {
  return rule.Levels.slice(0, indexOf(rule, level)).reduce(
    (values, { Values }) => withOverride(rule, values, Values),
    valuesWith(rule),
  )
}

function withOverride(rule: EffectiveRule, values: RuleValues, set: RuleOverride): RuleValues {
  const levels = { direction: rule.Direction, raiseLevel: values.RaiseLevel, clearLevel: values.ClearLevel }
  const ClearLevel = set.RaiseLevel === undefined ? values.ClearLevel : clearLevelFor(set.RaiseLevel, levels)
  return valuesWith({ ...values, ClearLevel }, set)
}

const indexOf = (rule: EffectiveRule, { Level, Id }: RuleLevel): number =>
  rule.Levels.findIndex((one) => one.Level === Level && one.Id === Id)
