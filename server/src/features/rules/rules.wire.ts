import type { EffectiveRule, RuleLevel, SiteRule } from '@eot/contract/rules'
import type { RuleOverrides } from '@eot/contract/settings'
import type { AlertTypeKey } from '@eot/contract/vocabulary'
import { isWithin } from '../../access/site-path.ts'
import { effectiveRules, type RuleLayers, systemRule } from '../alerts/index.ts'
import type { RuleReach } from './rule-reach.queries.ts'
import type { RuleChain, RuleSetter } from './rules.queries.ts'

const rulesAt = (setters: readonly RuleSetter[], level: RuleSetter['level']): RuleOverrides[] =>
  setters.filter((setter) => setter.level === level).map(({ rules }) => rules)

export const layersOf = ({ setters, kinds }: RuleChain): RuleLayers => ({
  model: rulesAt(setters, 'Model')[0] ?? {},
  sites: rulesAt(setters, 'Site'),
  device: rulesAt(setters, 'Device')[0] ?? {},
  kinds,
})

/** Converts the rules in effect with the settings of each level. Sites above `visiblePath` are not named. */
export function rulesToWire(chain: RuleChain, visiblePath: string): EffectiveRule[] {
  return effectiveRules(layersOf(chain)).map((rule) => {
    const typeKey = rule.AlertType as AlertTypeKey // the rules are those of the alert types
    const system: RuleLevel = {
      Level: 'System',
      Id: null,
      Name: null,
      Version: null,
      Values: systemRule(typeKey) ?? {},
    }
    return {
      ...rule,
      Levels: [system, ...chain.setters.map((setter) => levelToWire(setter, typeKey, visiblePath))],
    }
  })
}

/** Converts the rules of a site, with the number of devices to which each applies. */
export const siteRulesToWire = (
  chain: RuleChain,
  visiblePath: string,
  reach: readonly RuleReach[],
): SiteRule[] =>
  rulesToWire(chain, visiblePath).map((rule) => {
    const of = reach.find(({ typeKey }) => typeKey === rule.AlertType)
    return { ...rule, Devices: of?.devices ?? 0, Overruled: of?.overruled ?? 0 }
  })

function levelToWire(setter: RuleSetter, typeKey: AlertTypeKey, visiblePath: string): RuleLevel {
  const isNamed = setter.path === null || isWithin(setter.path, visiblePath)
  return {
    Level: setter.level,
    Id: isNamed ? setter.id : null,
    Name: isNamed ? setter.name : null,
    Version: isNamed ? setter.version : null,
    Values: setter.rules[typeKey] ?? {},
  }
}
