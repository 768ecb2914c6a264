import type { DraftedRule } from '@eot/contract/rules'
import type { AlertTypeKey } from '@eot/contract/vocabulary'
import type { Kysely } from 'kysely'
import type { Database } from '../../database.ts'
import { AppError, invalid } from '../../platform/app-error.ts'
import { executeIn } from '../../platform/db/execute.queries.ts'
import { type AlertRule, alertRules, ruleProblems, type TrialEpisode, tryRule } from '../alerts/index.ts'
import { listMinuteExtremes } from '../readings/index.ts'
import { minuteMs } from './recorded-alerts.ts'
import type { RuleChain } from './rules.queries.ts'
import { layersOf } from './rules.wire.ts'

interface Drafted {
  device: RuleChain & { deviceNo: number }
  type: AlertTypeKey
  draft: Omit<DraftedRule, 'Page'>
  /** Epoch ms. */
  from: number
  to: number
}

/**
 * Returns the alerts that a drafted rule raises on the stored minutes of a device, evaluated by the same engine as its
 * readings.
 */
export async function tryDraft(
  db: Kysely<Database>,
  { device, type, draft, from, to }: Drafted,
): Promise<{ rule: AlertRule; raised: TrialEpisode[] }> {
  const rule = draftRule(device, type, draft)
  const values = await listMinuteExtremes(executeIn(db), device.deviceNo, rule, { from, to })
  return { rule, raised: tryRule(rule, values, minuteMs, to) }
}

/**
 * Returns the rule in effect with the fields of the query. A new raise level without a clear level keeps the inherited ratio.
 */
function draftRule(
  device: RuleChain,
  type: AlertTypeKey,
  { RaiseLevel, ClearLevel, RaiseHold }: Drafted['draft'],
): AlertRule {
  const layers = layersOf(device)
  const draft = {
    ...(RaiseLevel !== undefined && { RaiseLevel }),
    ...(ClearLevel !== undefined && { ClearLevel }),
    ...(RaiseHold !== undefined && { RaiseHold }),
  }
  const [problem] = ruleProblems({ [type]: draft })
  if (problem) throw invalid(problem.field ?? 'type', problem.message)
  // Added as another level below the device, so that only the given fields override the rule in effect.
  const sites = [...layers.sites, layers.device]
  const rule = alertRules({ ...layers, sites, device: { [type]: draft } }).find(
    ({ typeKey }) => typeKey === type,
  )
  if (!rule) throw new AppError('not_found')
  return rule
}
