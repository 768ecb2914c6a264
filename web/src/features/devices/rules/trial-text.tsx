import type { EffectiveRule } from '@eot/contract/rules'
import { useTranslation } from 'react-i18next'
import { ruleNameOf } from '../../../domain/rules/rule-words.ts'
import { FormulaText } from '../../../domain/sensors/sensor-look.tsx'
import { alertTypeName } from '../../../domain/sensors/sensor-names.ts'
import type { RuleTrials } from './use-rule-trials.ts'

interface TrialTextProps {
  rule: EffectiveRule
  /** The drafted raise level, in the canonical unit; NaN if none is entered. */
  raise: number
  isChanged: boolean
  trial: RuleTrials
  textOf: (level: number) => string
}

/** How many alerts the drafted rule would have raised, how many of them were false, and how the current rule compares. */
export function TrialText({ rule, raise, isChanged, trial: { tried, now }, textOf }: TrialTextProps) {
  const { t } = useTranslation()
  const name = alertTypeName(ruleNameOf(rule.AlertType))
  const falseOf = (alerts: readonly { Disposition: string | null }[]) =>
    alerts.filter(({ Disposition }) => Disposition === 'False').length
  return (
    <div className="rule-say">
      <h3>
        <FormulaText
          text={t('rules.at', {
            name,
            level: textOf(Number.isFinite(raise) ? raise : rule.RaiseLevel),
          })}
        />
      </h3>
      <p role="status">
        {tried &&
          [
            t('rules.wouldRaise', { count: tried.Alerts.length }),
            falseOf(tried.Alerts) > 0 && t('rules.wereFalse', { count: falseOf(tried.Alerts) }),
            isChanged &&
              (tried.Missed === 0 ? t('rules.missedNone') : t('rules.missed', { count: tried.Missed })),
          ]
            .filter(Boolean)
            .join(' ')}
      </p>
      {isChanged && now && (
        <p className="muted">
          {t('rules.asNow', { level: textOf(rule.RaiseLevel), count: now.Alerts.length })}
        </p>
      )}
    </div>
  )
}
