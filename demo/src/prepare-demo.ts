import { permissions } from '@eot/contract/permissions'
import { keepPartitions } from '@eot/server/features/storage/keep-partitions.job'
import { StartRefused } from '@eot/server/platform/start-refused'
import type { Foundation } from '@eot/server/program/foundation'
import { prepareDatabase } from '@eot/server/program/prepare-database'
import { createOrganization } from './create-organization.command.ts'
import { demoStateQueries } from './demo-state.queries.ts'
import { requireFreePorts } from './free-ports.ts'
import type { Span } from './history-plan.ts'
import { type KeptSecrets, keepSecrets, readSecrets } from './kept-secrets.ts'
import { organizationQueries } from './organization.queries.ts'
import type { PlannedSite } from './organization.ts'
import { reviewQueries } from './review.queries.ts'
import { reviewAlerts } from './review-alerts.ts'
import { writeHistory } from './write-history.ts'
import { writeMails } from './write-mails.ts'

export interface DemoPlan {
  readonly sites: readonly PlannedSite[]
  readonly administratorEmail: string
  readonly historyDays: number
}

export interface Told {
  readonly signal: Pick<AbortSignal, 'throwIfAborted'>
  say(line: string): void
}

const dayMs = 86_400_000
/** The organization was there for some time before it began to measure. */
const daysBefore = 14

/**
 * Sees to it that the database holds the whole demonstration: makes it where there is nothing, begins anew where that
 * was interrupted, and touches nothing where it is there. Throws StartRefused over a database of somebody else's.
 */
export async function prepareDemo(parts: Foundation, plan: DemoPlan, told: Told): Promise<KeptSecrets> {
  const { db, config, databaseUrl } = parts
  const state = await demoStateQueries(db).findState()
  switch (state) {
    case 'finished':
      return readSecrets(config.dataDir)
    case 'foreign':
      throw new StartRefused(
        'the database holds a portal that is no demonstration; name another DATA_DIR (or DATABASE_URL) for the demonstration',
      )
    case 'unfinished':
      told.say('the demonstration was not finished last time, beginning anew')
      await demoStateQueries(db).dropEverything()
      await prepareDatabase(databaseUrl)
      return makeDemo(parts, plan, told)
    case 'empty':
      return makeDemo(parts, plan, told)
  }
}

async function makeDemo(parts: Foundation, plan: DemoPlan, told: Told): Promise<KeptSecrets> {
  const { db, pool, config, clock, log } = parts
  await requireFreePorts(config)
  const states = demoStateQueries(db)
  const { historyDays, sites, administratorEmail } = plan
  told.say(`making the demonstration: ${historyDays} days of history`)
  await states.markBegun()
  await keepPartitions(pool, clock(), { rawDays: historyDays, minuteDays: historyDays }, log)
  const secrets = await createOrganization(parts, sites, administratorEmail)
  await keepSecrets(config.dataDir, secrets)
  await writePast(parts, historyDays, secrets, told)
  await reviewPast(parts)
  await writeMails(parts, secrets.accounts)
  await states.markFinished()
  return secrets
}

async function writePast(
  parts: Foundation,
  historyDays: number,
  { devices, accounts }: KeptSecrets,
  { signal, say }: Told,
): Promise<void> {
  const toMs = parts.clock().getTime()
  const fromMs = toMs - historyDays * dayMs
  const organization = organizationQueries(parts.db)
  await organization.dateBack(new Date(fromMs - daysBefore * dayMs))
  const { userId } = await organization.getCaller(accounts[0]?.email ?? '')
  const options = { devices, userId, signal, onProgress: tellDays({ fromMs, toMs }, say) }
  await writeHistory(parts, { ...options, span: { fromMs, toMs } })
  // And what has passed meanwhile, so that the live part goes on where the past ends.
  await writeHistory(parts, { ...options, span: { fromMs: toMs, toMs: parts.clock().getTime() } })
}

async function reviewPast({ db, clock }: Foundation): Promise<void> {
  const queries = reviewQueries(db)
  const reviewers = await queries.listReviewers(permissions.ConfirmAlerts[2])
  await queries.storeReviews(reviewAlerts(await queries.listAlerts(), reviewers, clock().getTime()))
  await queries.settlePast()
}

/** Tells how far the history has got, every second at most. */
function tellDays({ fromMs, toMs }: Span, say: (line: string) => void): (atMs: number) => void {
  const days = Math.round((toMs - fromMs) / dayMs)
  let toldAt = performance.now()
  return (atMs) => {
    const now = performance.now()
    if (now - toldAt < 1000) return
    toldAt = now
    say(`history: ${Math.round((atMs - fromMs) / dayMs)} of ${days} days`)
  }
}
