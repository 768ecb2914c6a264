import { backTests } from '@eot/contract/back-tests'
import type { EffectiveRule } from '@eot/contract/rules'
import type { AlertTypeKey } from '@eot/contract/vocabulary'
import { useTranslation } from 'react-i18next'
import { BackTestCard } from '../../../domain/back-test/back-test-card.tsx'
import { call } from '../../../lib/api/api.ts'

interface RuleBackTestProps {
  rule: EffectiveRule
  deviceId: string
  /** In canonical units and seconds; undefined if they are invalid. */
  draft: { raise: number; clear: number; hold: number } | undefined
}

/** Back-tests the rule as entered in the form: whom today's subscriptions would have notified of its alerts. */
export function RuleBackTest({ rule, deviceId, draft }: RuleBackTestProps) {
  const { t } = useTranslation()
  const params = { id: deviceId, type: rule.AlertType as AlertTypeKey } // rules exist for alert types only
  const query = draft && { RaiseLevel: draft.raise, ClearLevel: draft.clear, RaiseHold: draft.hold }
  return (
    <BackTestCard
      title={t('rules.backTest.title')}
      asked={JSON.stringify(query)}
      run={(options) => call(backTests.ofRule, { params, query: query ?? {} }, options)}
      about={{ before: t('rules.backTest.text'), after: t('rules.backTest.approximate') }}
      refusal={draft ? undefined : t('rules.backTest.wrong')}
    />
  )
}
