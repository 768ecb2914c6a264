import { rules as alertRules, type EffectiveRule } from '@eot/contract/rules'
import type { RuleOverride } from '@eot/contract/settings'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureText } from '../../../lib/api/failure-text.ts'
import { refreshFeatures } from '../../../lib/api/query.ts'
import type { FormConflict } from '../../../lib/forms/use-edit.ts'
import { numberEntry, readNumber } from '../../../lib/numbers.ts'
import { canonicalValue, findKind, shownLevelText, shownValue } from '../../../lib/units.ts'
import { useSession } from '../../../session/use-session.tsx'
import { showToast } from '../../../ui/toast.tsx'
import type { OpenLevel } from './rule-levels.ts'
import { RuleConflict, saveRule, setRule } from './save-rule.ts'

/** What the form edits of a rule, in canonical units. */
export interface RuleValues {
  RaiseLevel: number
  ClearLevel: number
  /** Seconds. */
  RaiseHold: number
  IsActive: boolean
}

/** As typed, in the reader's unit. */
export interface RuleDraft {
  raise: string
  clear: string
  hold: number
  isActive: boolean
}

/** The draft of a rule, its numbers in canonical units, and saving it. `rule` is what the draft began with. */
export function useRuleDraft(rule: EffectiveRule, onDone: () => void) {
  const { t } = useTranslation()
  const { measurement } = useSession()
  const queryClient = useQueryClient()
  const unit = findKind(rule.Sensor ?? '')?.unit ?? ''
  const typed = (value: number) => numberEntry(shownValue(value, unit, measurement))
  const [draft, setDraft] = useState<RuleDraft>({
    raise: typed(rule.RaiseLevel),
    clear: typed(rule.ClearLevel),
    hold: rule.RaiseHold,
    isActive: rule.IsActive,
  })
  const stored = (text: string, known: number) =>
    text === typed(known) ? known : canonicalValue(readNumber(text) ?? Number.NaN, unit, measurement)
  const raise = stored(draft.raise, rule.RaiseLevel)
  const clear = stored(draft.clear, rule.ClearLevel)

  const values: RuleValues = {
    RaiseLevel: raise,
    ClearLevel: clear,
    RaiseHold: draft.hold,
    IsActive: draft.isActive,
  }
  const saving = useMutation({
    mutationFn: ({ level, values }: { level: OpenLevel; values: RuleValues | undefined }) =>
      values ? saveRule(rule, level, { ...level.Values, ...values }) : setRule(rule, level, {}),
    onSuccess(_answer, { level }) {
      showToast(t('devices.rules.saved', { place: t(`devices.rules.level.${level.Level}`) }))
      leave()
    },
  })
  function leave() {
    void refreshFeatures(queryClient, alertRules)
    onDone()
  }
  const { error } = saving

  /** Keeps the distance of the clear level, as the server does for a rule without one. */
  function setRaise(text: string) {
    const next = canonicalValue(readNumber(text) ?? Number.NaN, unit, measurement)
    const gap = Math.abs(rule.RaiseLevel - rule.ClearLevel)
    const kept = rule.RaiseLevel === 0 ? gap : gap * Math.abs(next / rule.RaiseLevel)
    const nextClear = rule.Direction === 'high' ? next - kept : next + kept
    setDraft({ ...draft, raise: text, ...(Number.isFinite(next) && { clear: typed(nextClear) }) })
  }

  function conflictOf({
    theirs,
    changedBy,
    changedAt,
  }: RuleConflict): Omit<FormConflict<RuleValues>, 'fields'> {
    const before = rule.Levels.find(({ Id }) => Id === theirs.Id)?.Values
    return {
      before: valuesWith(rule, before),
      mine: saving.variables?.values ?? valuesWith(rule, {}),
      theirs: valuesWith(rule, theirs.Values),
      changedBy,
      changedAt,
      onKeepEditing: saving.reset,
      onTakeTheirs: leave,
      onSave: (chosen) => saving.mutate({ level: theirs, values: chosen }),
    }
  }

  return {
    draft,
    /** In canonical units; NaN if what was typed is no number. */
    raise,
    clear,
    isChanged:
      raise !== rule.RaiseLevel ||
      clear !== rule.ClearLevel ||
      draft.hold !== rule.RaiseHold ||
      draft.isActive !== rule.IsActive,
    setRaise,
    setRaiseValue: (value: number) => setRaise(typed(value)),
    set: (change: Partial<RuleDraft>) => setDraft({ ...draft, ...change }),
    busy: saving.isPending,
    failure: error && !(error instanceof RuleConflict) ? failureText(error) : undefined,
    save: (level: OpenLevel) => saving.mutate({ level, values }),
    /** Inherits everything again at the level. */
    reset: (level: OpenLevel) => saving.mutate({ level, values: undefined }),
    /** Set while the user decides about what another user saved of this rule. Its fields are without words. */
    conflict: error instanceof RuleConflict ? conflictOf(error) : undefined,
    levelText: (value: number) => shownLevelText(shownValue(value, unit, measurement), rule.Sensor),
  }
}

/** The values of the rule where a level sets something, and those in effect for the rest. */
const valuesWith = (rule: EffectiveRule, set: RuleOverride = {}): RuleValues => ({
  RaiseLevel: set.RaiseLevel ?? rule.RaiseLevel,
  ClearLevel: set.ClearLevel ?? rule.ClearLevel,
  RaiseHold: set.RaiseHold ?? rule.RaiseHold,
  IsActive: set.IsActive ?? rule.IsActive,
})
