import { clearLevelFor } from '@eot/contract/rule-inheritance'
import { rules as alertRules, type EffectiveRule, type RuleLevel } from '@eot/contract/rules'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureText } from '../../lib/api/failure-text.ts'
import { refreshFeatures } from '../../lib/api/query.ts'
import type { FormConflict } from '../../lib/forms/use-edit.ts'
import { findKind, shownLevelText, shownValue } from '../../lib/units.ts'
import { useSession } from '../../session/use-session.tsx'
import { showToast } from '../../ui/toast.ts'
import { levelErrors } from './level-errors.ts'
import {
  fieldsToSet,
  type OpenLevel,
  overrideWith,
  type RuleField,
  type RuleValues,
  ruleFields,
  sitesOverruling,
  valuesWith,
} from './rule-levels.ts'
import { RuleConflict, saveRule, setRule } from './save-rule.ts'
import { convertTyped, levelEntry, typedLevel } from './typed-level.ts'

/** Levels as typed, in the reader's unit. */
interface Typed {
  raise: string
  /** null: follows the raise level. */
  clear: string | null
  /** Seconds. */
  hold: number
  isActive: boolean
}

interface Save {
  level: OpenLevel
  /** What to set at the level; undefined: it inherits everything again. */
  change: { values: RuleValues; fields: readonly RuleField[] } | undefined
}

export type RuleDraft = ReturnType<typeof useRuleDraft>

/**
 * Manages the draft of a rule and saves it. The draft starts with `rule`. `onDone` gets the sites that overrule what was
 * saved.
 */
export function useRuleDraft(rule: EffectiveRule, onDone: (overruling: readonly RuleLevel[]) => void) {
  const { t } = useTranslation()
  const { measurement } = useSession()
  const queryClient = useQueryClient()
  const unit = findKind(rule.Sensor ?? '')?.unit ?? ''
  const entry = (value: number) => levelEntry(value, unit, measurement)
  const isSame = (one: number, other: number) => entry(one) === entry(other)
  const [typed, setTyped] = useState<Typed>({
    raise: entry(rule.RaiseLevel),
    clear: entry(rule.ClearLevel),
    hold: rule.RaiseHold,
    isActive: rule.IsActive,
  })
  const set = (change: Partial<Typed>) => setTyped((before) => ({ ...before, ...change }))
  const [typedIn, setTypedIn] = useState(measurement)
  // The units of the user or site may change while the editor is open.
  if (typedIn !== measurement) {
    const converted = (text: string, known: number) =>
      convertTyped(text, known, unit, { from: typedIn, to: measurement })
    setTypedIn(measurement)
    set({
      raise: converted(typed.raise, rule.RaiseLevel),
      clear: typed.clear === null ? null : converted(typed.clear, rule.ClearLevel),
    })
  }
  const canonical = (text: string, known: number) => typedLevel(text, known, unit, measurement)
  const raise = canonical(typed.raise, rule.RaiseLevel)
  const levels = { direction: rule.Direction, raiseLevel: rule.RaiseLevel, clearLevel: rule.ClearLevel }
  const clear = typed.clear === null ? clearLevelFor(raise, levels) : canonical(typed.clear, rule.ClearLevel)
  const clearText = typed.clear ?? (Number.isFinite(clear) ? entry(clear) : '')
  const values: RuleValues = {
    ...{ RaiseLevel: raise, ClearLevel: clear, RaiseHold: typed.hold, IsActive: typed.isActive },
  }

  const errors = levelErrors(rule, { raise, clear }, measurement)
  const saving = useMutation({
    mutationFn: ({ level, change }: Save) =>
      change
        ? saveRule(rule, level, overrideWith(rule, level, change, isSame), change.fields)
        : setRule(rule, level, {}),
    onSuccess(_answer, { level, change }) {
      showToast(t('rules.saved', { place: t(`rules.level.${level.Level}`) }))
      leave(change ? sitesOverruling(rule, level, change.fields) : [])
    },
  })
  function leave(overruling: readonly RuleLevel[] = []) {
    void refreshFeatures(queryClient, alertRules)
    onDone(overruling)
  }
  const { error } = saving

  function conflictOf(found: RuleConflict): Omit<FormConflict<RuleValues>, 'fields'> {
    const { theirs, changedBy, changedAt } = found
    const before = rule.Levels.find(({ Id }) => Id === theirs.Id)?.Values
    const now = valuesWith(rule, theirs.Values)
    return {
      before: valuesWith(rule, before),
      mine: saving.variables?.change?.values ?? valuesWith(rule),
      theirs: now,
      changedBy,
      changedAt,
      onKeepEditing: saving.reset,
      onTakeTheirs: () => leave(),
      onSave: (chosen) => {
        const fields = ruleFields.filter((field) => chosen[field] !== now[field])
        saving.mutate({ level: theirs, change: { values: chosen, fields } })
      },
    }
  }

  return {
    typed: { ...typed, clear: clearText },
    values,
    errors,
    isWrong: Object.keys(errors).length > 0,
    isChanged: ruleFields.some((field) => values[field] !== rule[field]),
    /** The clear level follows the raise level until the user types one. */
    setRaise: (raise: string) => set({ raise, clear: null }),
    setRaiseValue: (value: number) => set({ raise: entry(value), clear: null }),
    set,
    busy: saving.isPending,
    failure: error && !(error instanceof RuleConflict) ? failureText(error) : undefined,
    save: (level: OpenLevel) =>
      saving.mutate({ level, change: { values, fields: fieldsToSet(rule, level, values) } }),
    /** Lets the level inherit everything again. */
    reset: (level: OpenLevel) => saving.mutate({ level, change: undefined }),
    /** Set while the user resolves a conflict with another user's edit of this rule. Its fields have no texts. */
    conflict: error instanceof RuleConflict ? conflictOf(error) : undefined,
    levelText: (value: number) => shownLevelText(shownValue(value, unit, measurement), rule.Sensor),
  }
}
