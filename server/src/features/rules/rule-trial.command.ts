import type { QueryOf } from '@eot/contract/endpoint'
import type { rules, TrialAlert } from '@eot/contract/rules'
import type { AlertTypeKey } from '@eot/contract/vocabulary'
import type { Kysely } from 'kysely'
import type { Scope } from '../../access/scope.ts'
import type { Database } from '../../database.ts'
import { invalid } from '../../platform/app-error.ts'
import { requireRange } from '../../platform/require-range.ts'
import { isSameAlert } from './recorded-alerts.ts'
import { type RuleChain, ruleQueries } from './rules.queries.ts'
import { tryDraft } from './try-draft.command.ts'

const dayMs = 86_400_000
const usualMs = 7 * dayMs
const mostMs = 31 * dayMs

interface Trial {
  device: RuleChain & { deviceNo: number }
  deviceId: string
  /** Sites whose alerts the caller may see. */
  scope: Scope
  type: AlertTypeKey
  query: QueryOf<typeof rules.trial>
  now: Date
}

/**
 * Evaluates a rule on the stored minutes of a device, with the same engine as its readings, and compares the result with its
 * alerts.
 */
export async function runTrial(db: Kysely<Database>, { device, deviceId, scope, type, query, now }: Trial) {
  // There are no readings in the future, and PostgreSQL supports fewer years than `Date`.
  const to = Math.min(query.endTime ?? now.getTime(), now.getTime())
  const from = query.startTime ?? to - usualMs
  requireRange({ startTime: from, endTime: to })
  if (to - from > mostMs) throw invalid('startTime', 'At most 31 days before endTime')
  const { raised } = await tryDraft(db, { device, type, draft: query, from, to })
  const recorded = await ruleQueries(db).listRecorded(scope, deviceId, type, new Date(from), new Date(to))
  const isSame = isSameAlert(to)
  const Alerts = raised.map((one): TrialAlert => {
    const judged = recorded.find((other) => isSame(one, other) && other.disposition !== null)
    return {
      StartAt: new Date(one.startAt).toISOString(),
      EndAt: one.endAt === null ? null : new Date(one.endAt).toISOString(),
      Peak: one.peak,
      Disposition: (judged?.disposition as TrialAlert['Disposition']) ?? null, // stored by its endpoint
    }
  })
  const missed = recorded.filter(
    (other) => other.disposition !== 'False' && !raised.some((one) => isSame(one, other)),
  )
  return {
    From: new Date(from).toISOString(),
    To: new Date(to).toISOString(),
    Alerts,
    Missed: missed.length,
  }
}
