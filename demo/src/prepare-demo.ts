import { permissions } from '@eot/contract/permissions'
import { findRoomHints, findVapeHintsBetween } from '@eot/server/features/hints/index'
import { rateDue } from '@eot/server/features/ratings/index'
import { replaceReportIntervals } from '@eot/server/features/readings/index'
import { keepPartitions } from '@eot/server/features/storage/keep-partitions.job'
import { executeIn } from '@eot/server/platform/db/execute.queries'
import { StartRefused } from '@eot/server/platform/start-refused'
import type { Foundation } from '@eot/server/program/foundation'
import { prepareDatabase } from '@eot/server/program/prepare-database'
import { createOrganization } from './create-organization.command.ts'
import { demoStateQueries } from './demo-state.queries.ts'
import { forecastPast } from './forecast-past.ts'
import { requireFreePorts } from './free-ports.ts'
import { historyIntervals, type Span } from './history-plan.ts'
import { inPast } from './in-past.ts'
import { type KeptSecrets, keepSecrets, readSecrets } from './kept-secrets.ts'
import { organizationQueries } from './organization.queries.ts'
import type { PlannedSite } from './organization.ts'
import { outagesByMac, type PlannedOutage, recordOutages } from './past-outages.ts'
import { playVisits } from './play-visits.ts'
import { reviewQueries } from './review.queries.ts'
import { reviewAlerts } from './review-alerts.ts'
import type { Visit } from './visit.ts'
import { writeHistory } from './write-history.ts'
import { writeMails } from './write-mails.ts'
import { writeWebhooks } from './write-webhooks.ts'

export interface DemoPlan {
  readonly sites: readonly PlannedSite[]
  readonly administratorEmail: string
  readonly historyDays: number
  readonly visits: readonly Visit[]
  /** Visits after the deliveries of webhooks. */
  readonly lastVisits?: readonly Visit[]
  readonly outages: readonly PlannedOutage[]
}

export interface Output {
  readonly signal: Pick<AbortSignal, 'throwIfAborted'>
  say(line: string): void
}

const dayMs = 86_400_000
/** Days between the creation of the organization and its first readings. */
const daysBefore = 14
/** How long to compute ratings, newest hours first, since the dashboard shows those. The program computes the rest in the background. */
const rateForMs = 5000
/** Vape alerts of the last 28 days get hints. */
const hintDays = 28

/**
 * Ensures that the database contains the complete demo: creates it in an empty database, starts over if that was
 * interrupted, and leaves a finished demo unchanged. Throws StartRefused if the database belongs to another portal.
 */
export async function prepareDemo(parts: Foundation, plan: DemoPlan, output: Output): Promise<KeptSecrets> {
  const { db, config, databaseUrl } = parts
  const state = await demoStateQueries(db).findState()
  switch (state) {
    case 'finished':
      return readSecrets(config.dataDir)
    case 'foreign':
      throw new StartRefused(
        'the database contains a portal that is not the demo; set another DATA_DIR (or DATABASE_URL) for the demo',
      )
    case 'unfinished':
      output.say('creating the demo was interrupted last time; starting over')
      await demoStateQueries(db).dropEverything()
      await prepareDatabase(databaseUrl)
      return makeDemo(parts, plan, output)
    case 'empty':
      return makeDemo(parts, plan, output)
  }
}

async function makeDemo(parts: Foundation, plan: DemoPlan, output: Output): Promise<KeptSecrets> {
  const { db, pool, config, clock, log } = parts
  await requireFreePorts(config)
  const states = demoStateQueries(db)
  const { historyDays, sites, administratorEmail, visits, lastVisits = [], outages } = plan
  output.say(`creating the demo: ${historyDays} days of history`)
  const startedAt = performance.now()
  await states.markBegun()
  await keepPartitions(pool, clock(), { rawDays: historyDays, minuteDays: historyDays }, log)
  const secrets = await inPast(parts, async (past, goTo) => {
    await goTo(new Date(clock().getTime() - (historyDays + daysBefore) * dayMs))
    // The passwords are valid from now on.
    return createOrganization({ ...past, clock }, sites, administratorEmail)
  })
  await keepSecrets(config.dataDir, secrets)
  const madeAtMs = clock().getTime()
  await writePast(parts, plan, secrets, output, madeAtMs)
  await recordOutages(db, outages, madeAtMs)
  await playVisits(parts, visits, secrets.accounts)
  await writeWebhooks(parts)
  await playVisits(parts, lastVisits, secrets.accounts)
  await forecastPast(parts, output.signal)
  await findVapeHintsBetween(db, { from: new Date(madeAtMs - hintDays * dayMs), to: new Date(madeAtMs) }, log)
  await findRoomHints(db, clock(), log)
  await rateDue(db, Date.now() + rateForMs)
  await reviewPast(parts)
  await writeMails(parts, secrets.accounts)
  await states.markFinished()
  output.say(`created the demo in ${Math.round((performance.now() - startedAt) / 1000)} s`)
  return secrets
}

async function writePast(
  parts: Foundation,
  { historyDays, sites, outages }: DemoPlan,
  { devices, accounts }: KeptSecrets,
  { signal, say }: Output,
  toMs: number,
): Promise<void> {
  const fromMs = toMs - historyDays * dayMs
  const organization = organizationQueries(parts.db)
  await organization.dateBack(new Date(fromMs - daysBefore * dayMs))
  const { userId } = await organization.getCaller(accounts[0]?.email ?? '')
  const spans = outagesByMac(sites, outages, toMs)
  const outagesOf = ({ mac }: { mac: string }) => spans.get(mac) ?? []
  const options = { devices, outagesOf, userId, signal, onProgress: reportDays({ fromMs, toMs }, say) }
  await writeHistory(parts, { ...options, span: { fromMs, toMs } })
  await replaceReportIntervals(executeIn(parts.db), historyIntervals(toMs))
  // Add the time that has passed meanwhile, so that live readings follow without a gap.
  await writeHistory(parts, { ...options, span: { fromMs: toMs, toMs: parts.clock().getTime() } })
}

async function reviewPast({ db, clock }: Foundation): Promise<void> {
  const queries = reviewQueries(db)
  const reviewers = await queries.listReviewers(permissions.ConfirmAlerts[2])
  await queries.storeReviews(reviewAlerts(await queries.listAlerts(), reviewers, clock().getTime()))
  await queries.settlePast()
}

/** Reports the progress of the history, at most once per second. */
function reportDays({ fromMs, toMs }: Span, say: (line: string) => void): (atMs: number) => void {
  const days = Math.round((toMs - fromMs) / dayMs)
  let reportedAt = performance.now()
  return (atMs) => {
    const now = performance.now()
    if (now - reportedAt < 1000) return
    reportedAt = now
    say(`history: ${Math.round((atMs - fromMs) / dayMs)} of ${days} days`)
  }
}
