import { rules as alertRules, type EffectiveRule } from '@eot/contract/rules'
import type { AlertTypeKey } from '@eot/contract/vocabulary'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../../lib/api/query.ts'
import { Button } from '../../../ui/button.tsx'

interface LevelSuggestionProps {
  rule: EffectiveRule
  deviceId: string
  /** The drafted raise level. */
  raise: number
  textOf: (level: number) => string
  /** undefined: the level cannot be changed. */
  onUse: ((level: number) => void) | undefined
}

/** A level that would have avoided alerts marked false, and what it would have missed. Renders nothing if there is none. */
export function LevelSuggestion({ rule, deviceId, raise, textOf, onUse }: LevelSuggestionProps) {
  const { t } = useTranslation()
  const params = { id: deviceId, type: rule.AlertType as AlertTypeKey } // rules exist for alert types only
  const { data } = useQuery(queryOf(alertRules.suggestion, { params }))
  const suggestion = data?.Suggestion
  if (!suggestion) return null
  const { RaiseLevel, False, FalseAvoided, Missed } = suggestion
  const level = textOf(RaiseLevel)
  return (
    <div className="level-suggestion row wrap">
      <p>
        {t('rules.suggestion.avoids', { level, avoided: FalseAvoided, total: False })}{' '}
        {Missed === 0 ? t('rules.suggestion.missesNone') : t('rules.suggestion.misses', { count: Missed })}
      </p>
      {onUse && (
        <Button size="sm" disabled={raise === RaiseLevel} onClick={() => onUse(RaiseLevel)}>
          {t('rules.suggestion.use', { level })}
        </Button>
      )}
    </div>
  )
}
