import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { fromKysely, type JobWithMetadata, type PgBoss } from 'pg-boss'
import type { Log } from '../log.ts'
import { unlessAborted } from '../unless-aborted.ts'
import { underWatch } from '../watchdog.ts'
import { type Job, ownerOf } from './job.ts'
import { postpone } from './job-queue.ts'
import { ClaimLost, type JobRun, RetryLater } from './job-run.ts'
import { listGroupsOf } from './owned-groups.queries.ts'

export interface RunnerParts<Tables> {
  boss: PgBoss
  db: Kysely<Tables>
  log: Log
  /** Name of the queue. */
  queue: string
  job: Job<object>
  run(run: JobRun<never, Tables>, claim: JobWithMetadata): Promise<void>
}

/** Fetches jobs from one queue while it has free slots, and runs them in parallel. */
export interface JobRunner {
  readonly queue: string
  /** Fetches the jobs that are due now, and later whenever it is woken. */
  start(): void
  /** Fetches due jobs, for example when one has just been enqueued. */
  wake(): void
  /** Runs all jobs that are due now and returns their number. */
  runDue(): Promise<number>
  /** Fetches no more jobs, waits up to `budgetMs` for running ones, and gives unfinished ones back to the queue. */
  stop(budgetMs: number): Promise<void>
}

const heartbeatMs = 5000
/** A job that takes longer is considered to be waiting for its target. */
const slowMs = 1000

interface Running {
  claim: JobWithMetadata
  isSlow: boolean
  abort: AbortController
  ended: Promise<void>
}

export function createJobRunner<Tables>(parts: RunnerParts<Tables>): JobRunner {
  const { boss, db, job, log, queue } = parts
  const running = new Map<string, Running>()
  const stopping = new AbortController()
  // A wake-up during a fetch must not be lost, since the fetch may have run before the commit.
  let isAwake = false
  let endPause = () => {}
  let looping = Promise.resolve()
  const timer = setInterval(() => void keepClaims(), heartbeatMs).unref()

  async function claimDue(): Promise<number> {
    const slow = [...running.values()].filter(({ isSlow }) => isSlow).length
    const free = job.concurrency - running.size + Math.min(slow, job.slowSlots)
    if (free <= 0) return 0
    const { full, room } = ownersNow()
    const claims = await boss.fetch<object>(queue, {
      batchSize: Math.min(free, room),
      groupConcurrency: job.perGroup,
      ...(full.length > 0 && { ignoreGroups: await listGroupsOf(db, queue, full) }),
      includeMetadata: true,
    })
    for (const claim of claims) begin(claim)
    return claims.length
  }

  /** Returns the owners whose jobs have reached the limit, and how many more jobs each of the others may run. */
  function ownersNow(): { full: string[]; room: number } {
    const counts = new Map<string, number>()
    for (const { claim } of running.values()) {
      const owner = ownerOf(claim.groupId)
      if (owner !== undefined) counts.set(owner, (counts.get(owner) ?? 0) + 1)
    }
    const full = [...counts].filter(([, count]) => count >= job.perOwner).map(([owner]) => owner)
    const most = Math.max(0, ...[...counts.values()].filter((count) => count < job.perOwner))
    return { full, room: job.perOwner - most }
  }

  function begin(claim: JobWithMetadata): void {
    const abort = new AbortController()
    const slowTimer = setTimeout(() => {
      one.isSlow = true
      wake()
    }, slowMs)
    const ended = execute(claim, abort).finally(() => {
      clearTimeout(slowTimer)
      running.delete(claim.id)
      wake()
    })
    const one = { claim, abort, ended, isSlow: false }
    running.set(claim.id, one)
  }

  async function execute(claim: JobWithMetadata, abort: AbortController): Promise<void> {
    const about = { job: queue, id: claim.id, attempt: claim.retryCount + 1 }
    const timeout = setTimeout(() => abort.abort(new Error('the job timed out')), job.timeoutSeconds * 1000)
    try {
      await unlessAborted(abort.signal, parts.run(runOf(claim, abort.signal), claim))
      await boss.complete(queue, claim)
    } catch (error) {
      if (error instanceof ClaimLost) return log.warn(about, 'another worker has taken over a job')
      log.warn({ ...about, err: error }, 'a job failed')
      // If this fails too, for example without a database, the missing heartbeat lets another worker retry the job.
      await recordFailure(claim, error).catch((failure: unknown) =>
        log.warn({ ...about, err: failure }, 'the failure of a job could not be recorded'),
      )
    } finally {
      clearTimeout(timeout)
    }
  }

  async function recordFailure(claim: JobWithMetadata, error: unknown): Promise<void> {
    await boss.fail(queue, claim, { message: error instanceof Error ? error.message : 'unknown' })
    if (error instanceof RetryLater && error.afterMs > 0)
      await postpone(db, { name: queue }, claim.id, error.afterMs)
  }

  function runOf(claim: JobWithMetadata, signal: AbortSignal): JobRun<never, Tables> {
    return {
      payload: job.payload.parse(claim.data) as never, // the handler's payload type is erased here
      attempt: claim.retryCount + 1,
      signal,
      write: (work) =>
        db.transaction().execute(async (tx) => {
          // Also locks the job's row, so that no other worker can take over before the commit.
          await requireClaim(claim, tx)
          return work(tx)
        }),
      writeLong: (work) =>
        db.transaction().execute(async (tx) => {
          const result = await work(tx)
          await requireClaim(claim, tx)
          return result
        }),
    }
  }

  async function requireClaim(claim: JobWithMetadata, tx: Kysely<Tables>): Promise<void> {
    const result: { affected?: number } = await boss.touch(queue, claim, { db: fromKysely(tx) })
    if (result.affected !== 1) throw new ClaimLost()
  }

  async function keepClaims(): Promise<void> {
    if (running.size === 0) return
    try {
      const claims = [...running.values()].map(({ claim }) => claim)
      const result: { settled?: string[] } = await boss.touch(queue, claims)
      const held = new Set(result.settled)
      for (const { id } of claims) if (!held.has(id)) running.get(id)?.abort.abort(new ClaimLost())
    } catch (error) {
      log.debug({ err: error, job: queue }, 'a heartbeat was missed')
    }
  }

  function wake(): void {
    isAwake = true
    endPause()
  }

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      isAwake = false
      const claimed = await underWatch(`jobs ${queue}`, claimDue).catch((error: unknown) => {
        log.warn({ err: error, job: queue }, 'fetching jobs failed')
        return 0
      })
      if (claimed === 0) await pause()
    }
  }

  /** Waits until a slot is free, or jobs of the queue are due. */
  async function pause(): Promise<void> {
    if (stopping.signal.aborted || isAwake) return
    await new Promise<void>((resolve) => {
      endPause = resolve
    })
  }

  return {
    queue,

    start() {
      looping = loop()
    },

    wake,

    async runDue() {
      let count = 0
      for (let claimed = await claimDue(); claimed > 0 || running.size > 0; claimed = await claimDue()) {
        count += claimed
        if (claimed === 0) await Promise.race([...running.values()].map(({ ended }) => ended))
      }
      return count
    },

    async stop(budgetMs) {
      stopping.abort()
      endPause()
      await looping
      const all = Promise.all([...running.values()].map(({ ended }) => ended))
      const outOfTime = new AbortController()
      await Promise.race([
        all,
        delay(budgetMs, undefined, { signal: outOfTime.signal }).catch(() => undefined),
      ])
      outOfTime.abort()
      for (const { abort } of running.values()) abort.abort(new Error('the worker is stopping'))
      await all
      clearInterval(timer)
    },
  }
}
