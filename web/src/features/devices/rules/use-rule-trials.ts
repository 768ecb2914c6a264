import { rules as alertRules, type EffectiveRule } from '@eot/contract/rules'
import type { AlertTypeKey } from '@eot/contract/vocabulary'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { queryOf } from '../../../lib/api/query.ts'

/** Debounces the level while it is being dragged. */
const restMs = 250

interface Tried {
  /** In canonical units. */
  raise: number
  clear: number
  /** Seconds. */
  hold: number
}

export type RuleTrials = ReturnType<typeof useRuleTrials>

/** Tries a draft and the rule in effect on the last seven days. `draft` is undefined if it is invalid. */
export function useRuleTrials(rule: EffectiveRule, deviceId: string, draft: Tried | undefined) {
  const { raise = Number.NaN, clear = Number.NaN, hold = 0 } = draft ?? {}
  const params = { id: deviceId, type: rule.AlertType as AlertTypeKey } // rules exist for alert types only
  const [rested, setRested] = useState({ raise, clear, hold })
  useEffect(() => {
    const timer = setTimeout(() => setRested({ raise, clear, hold }), restMs)
    return () => clearTimeout(timer)
  }, [raise, clear, hold])
  const query = { RaiseLevel: rested.raise, ClearLevel: rested.clear, RaiseHold: rested.hold }
  const tried = useQuery({
    ...queryOf(alertRules.trial, { params, query }),
    enabled: Number.isFinite(rested.raise) && Number.isFinite(rested.clear),
    placeholderData: keepPreviousData,
  })
  const now = useQuery(queryOf(alertRules.trial, { params }))
  return { tried: tried.isError ? undefined : tried.data, now: now.data }
}
