import type { AnswerOf } from '@eot/contract/endpoint'
import type { rules } from '@eot/contract/rules'
import { type AlertTypeKey, findAlertType, sensorKinds } from '@eot/contract/vocabulary'
import type { Kysely } from 'kysely'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { isSameAlert } from './recorded-alerts.ts'
import { type RuleChain, ruleQueries } from './rules.queries.ts'
import { type JudgedPeak, suggestLevel } from './suggest-level.ts'
import { tryDraft } from './try-draft.command.ts'

const periodMs = 28 * 86_400_000

/** No suggestion should lead anyone to raise the level of a deadly gas. */
const lifeSafety: readonly string[] = ['CO']

interface Asked {
  device: RuleChain & { deviceNo: number }
  deviceId: string
  /** Sites whose alerts the caller may see. */
  scope: Scope
  type: AlertTypeKey
  now: Date
}

/**
 * Suggests a level that avoids alerts like those marked false, with the alerts that the engine would have raised with it in the
 * last four weeks. Suggests none if it would have missed a real alert.
 */
export async function suggestLevelOf(
  db: Kysely<Database>,
  { device, deviceId, scope, type, now }: Asked,
): Promise<AnswerOf<typeof rules.suggestion>> {
  const [from, to] = [now.getTime() - periodMs, now.getTime()]
  const period = { From: new Date(from).toISOString(), To: now.toISOString() }
  const none = { ...period, Suggestion: null }
  const kind = sensorKinds.find(({ key }) => key === findAlertType(type)?.Sensor)
  if (!kind || lifeSafety.includes(type)) return none
  const recorded = await ruleQueries(db).listRecorded(scope, deviceId, type, new Date(from), now)
  const judged = recorded.flatMap(
    ({ peak, disposition }): JudgedPeak[] =>
      peak === null ? [] : [{ peak, disposition: disposition as JudgedPeak['disposition'] }], // stored by its endpoint
  )
  const { rule } = await tryDraft(db, { device, type, draft: {}, from, to: from })
  const RaiseLevel = suggestLevel(judged, {
    isHigh: rule.isHigh,
    step: 10 ** -kind.decimals,
    level: rule.raiseLevel,
  })
  const isPossible = RaiseLevel !== undefined && RaiseLevel >= kind.min && RaiseLevel <= kind.max
  if (!isPossible) return none
  const { raised } = await tryDraft(db, { device, type, draft: { RaiseLevel }, from, to })
  const isSame = isSameAlert(to)
  const left = recorded.filter((one) => !raised.some((tried) => isSame(tried, one)))
  if (left.some(({ disposition }) => disposition === 'Real')) return none
  const isFalse = ({ disposition }: (typeof recorded)[number]) => disposition === 'False'
  return {
    ...period,
    Suggestion: {
      RaiseLevel,
      Alerts: recorded.length,
      False: recorded.filter(isFalse).length,
      FalseAvoided: left.filter(isFalse).length,
      Missed: left.filter((one) => !isFalse(one)).length,
    },
  }
}
