import './rule-fields.css'
import type { EffectiveRule } from '@eot/contract/rules'
import { useTranslation } from 'react-i18next'
import { ConflictDialog } from '../../lib/forms/conflict-dialog.tsx'
import { elapsedText } from '../../lib/time/time.ts'
import { TextField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import type { RuleDraft } from './use-rule-draft.ts'

interface RuleFieldsProps {
  rule: EffectiveRule
  draft: RuleDraft
  readOnly?: boolean
}

const holds = [0, 30, 60, 120, 300, 600, 1800]

export const useHoldText = () => {
  const { t } = useTranslation()
  return (seconds: number) => (seconds === 0 ? t('rules.atOnce') : elapsedText(seconds))
}

/** The levels and the hold of a rule. The fields are disabled while the rule is being saved. */
export function RuleFields({ rule, draft, readOnly = false }: RuleFieldsProps) {
  const { t } = useTranslation()
  const holdText = useHoldText()
  const { typed, errors, busy } = draft
  const options = [...new Set([...holds, rule.RaiseHold])].toSorted((a, b) => a - b)
  const level = { inputMode: 'decimal', autoComplete: 'off', readOnly: readOnly || busy } as const
  return (
    <div className="rule-fields">
      <TextField
        {...level}
        label={t('rules.raiseAt')}
        value={typed.raise}
        error={errors.raise}
        onChange={(event) => draft.setRaise(event.currentTarget.value)}
      />
      <TextField
        {...level}
        label={t(rule.Direction === 'high' ? 'rules.clearBelow' : 'rules.clearAbove')}
        value={typed.clear}
        error={errors.clear}
        onChange={(event) => draft.set({ clear: event.currentTarget.value })}
      />
      <Select
        label={t('rules.holdFor')}
        value={String(typed.hold)}
        disabled={readOnly || busy}
        options={options.map((seconds) => ({ value: String(seconds), text: holdText(seconds) }))}
        onChange={(hold) => draft.set({ hold: Number(hold) })}
      />
    </div>
  )
}

/** Compares the draft with the rule as another user saved it meanwhile. */
export function RuleConflictDialog({ rule, draft }: Omit<RuleFieldsProps, 'readOnly'>) {
  const { t } = useTranslation()
  const holdText = useHoldText()
  if (!draft.conflict) return null
  const fields = {
    RaiseLevel: { label: t('rules.raiseAt'), text: draft.levelText },
    ClearLevel: {
      label: t(rule.Direction === 'high' ? 'rules.clearBelow' : 'rules.clearAbove'),
      text: draft.levelText,
    },
    RaiseHold: { label: t('rules.holdFor'), text: holdText },
    IsActive: {
      label: t('rules.isActive'),
      text: (is: boolean) => t(is ? 'devices.edit.yes' : 'devices.edit.no'),
    },
  }
  return <ConflictDialog conflict={{ ...draft.conflict, fields }} />
}
