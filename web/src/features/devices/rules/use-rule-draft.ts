import { rules as alertRules, type EffectiveRule } from '@eot/contract/rules'
import type { RuleOverride, RuleOverrides } from '@eot/contract/settings'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/api/api.ts'
import { failureText } from '../../../lib/api/failure-text.ts'
import { refreshFeatures } from '../../../lib/api/query.ts'
import { canonicalValue, findKind, shownLevelText, shownValue } from '../../../lib/units.ts'
import { useSession } from '../../../session/use-session.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { nearest } from './rule-levels.ts'

export type Place = 'Device' | 'Site' | 'Model'

/** As typed, in the reader's unit. */
export interface RuleDraft {
  raise: string
  clear: string
  hold: number
  isActive: boolean
}

/** The draft of a rule, its numbers in canonical units, and saving it. */
export function useRuleDraft(rule: EffectiveRule, deviceId: string, onDone: () => void) {
  const { t } = useTranslation()
  const { measurement } = useSession()
  const queryClient = useQueryClient()
  const unit = findKind(rule.Sensor ?? '')?.unit ?? ''
  const typed = (value: number) => plainText(shownValue(value, unit, measurement))
  const [draft, setDraft] = useState<RuleDraft>({
    raise: typed(rule.RaiseLevel),
    clear: typed(rule.ClearLevel),
    hold: rule.RaiseHold,
    isActive: rule.IsActive,
  })
  const stored = (text: string, known: number) =>
    text === typed(known) ? known : canonicalValue(numberOf(text), unit, measurement)
  const raise = stored(draft.raise, rule.RaiseLevel)
  const clear = stored(draft.clear, rule.ClearLevel)

  const saving = useMutation({
    mutationFn: ({ place, values }: { place: Place; values: RuleOverride }) =>
      save(rule, deviceId, place, values),
    onSuccess(_answer, { place }) {
      showToast(t('devices.rules.saved', { place: t(`devices.rules.level.${place}`) }))
      onDone()
    },
    onSettled: () => void refreshFeatures(queryClient, alertRules),
  })

  /** Keeps the distance of the clear level, as the server does for a rule without one. */
  function setRaise(text: string) {
    const next = canonicalValue(numberOf(text), unit, measurement)
    const gap = Math.abs(rule.RaiseLevel - rule.ClearLevel)
    const kept = rule.RaiseLevel === 0 ? gap : gap * Math.abs(next / rule.RaiseLevel)
    const nextClear = rule.Direction === 'high' ? next - kept : next + kept
    setDraft({ ...draft, raise: text, ...(Number.isFinite(next) && { clear: typed(nextClear) }) })
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
    failure: saving.error ? failureText(saving.error) : undefined,
    save: (place: Place) =>
      saving.mutate({
        place,
        values: { RaiseLevel: raise, ClearLevel: clear, RaiseHold: draft.hold, IsActive: draft.isActive },
      }),
    /** Inherits everything again at the device. */
    reset: () => saving.mutate({ place: 'Device', values: {} }),
    levelText: (value: number) => shownLevelText(shownValue(value, unit, measurement), rule.Sensor),
  }
}

/** Saves at one level. What is set further to the right would overrule it, so it is inherited again there. */
async function save(rule: EffectiveRule, deviceId: string, place: Place, values: RuleOverride) {
  const at = nearest(rule, place)
  const own = nearest(rule, 'Device')
  const body = (level: typeof at, set: RuleOverride) => ({
    Rules: { [rule.AlertType]: set } as RuleOverrides, // the key is an alert type
    ...(level?.Version && { Version: level.Version }),
  })
  if (place === 'Device')
    return call(alertRules.changeDevice, { params: { id: deviceId }, body: body(own, values) })
  const endpoint = place === 'Site' ? alertRules.changeSite : alertRules.changeModel
  await call(endpoint, { params: { id: at?.Id ?? '' }, body: body(at, values) })
  if (Object.keys(own?.Values ?? {}).length > 0)
    await call(alertRules.changeDevice, { params: { id: deviceId }, body: body(own, {}) })
}

/** A number as typed in a field: the reader's decimal comma or a point, without grouping. */
const numberOf = (text: string): number =>
  /^\s*-?\d+([.,]\d+)?\s*$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN

const plainText = (value: number): string => String(Number(value.toFixed(2)))
