import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { fromKysely, type JobWithMetadata, type PgBoss } from 'pg-boss'
import type { Log } from '../log.ts'
import type { Job } from './job.ts'
import { ClaimLost, type JobRun } from './job-run.ts'

export interface RunnerParts<Tables> {
  boss: PgBoss
  db: Kysely<Tables>
  log: Log
  /** The queue it takes jobs from. */
  queue: string
  job: Job<object>
  /** How often it looks for jobs without being woken. */
  pollMs: number
  run(run: JobRun<never, Tables>, claim: JobWithMetadata): Promise<void>
}

/** Takes jobs from one queue for as long as it has free places, and runs them side by side. */
export interface JobRunner {
  readonly queue: string
  /** Takes what is due, until told to stop. */
  start(): void
  /** Looks for jobs now, such as when one has just been enqueued. */
  wake(): void
  /** Runs all that is due now, and answers how many there were. */
  runDue(): Promise<number>
  /** Takes nothing more, waits for what runs, and gives back what has not finished in time. */
  stop(budgetMs: number): Promise<void>
}

const heartbeatMs = 5000

interface Running {
  claim: JobWithMetadata
  abort: AbortController
  ended: Promise<void>
}

export function createJobRunner<Tables>(parts: RunnerParts<Tables>): JobRunner {
  const { boss, db, job, log, pollMs, queue } = parts
  const running = new Map<string, Running>()
  const stopping = new AbortController()
  // A wake-up during a look for jobs must not be lost: that look may have been too early.
  let isAwake = false
  let endPause = () => {}
  let looping = Promise.resolve()
  const timer = setInterval(() => void keepClaims(), heartbeatMs).unref()

  async function claimDue(): Promise<number> {
    const batchSize = job.concurrency - running.size
    if (batchSize <= 0) return 0
    const claims = await boss.fetch<object>(queue, {
      batchSize,
      groupConcurrency: job.perGroup,
      includeMetadata: true,
    })
    for (const claim of claims) begin(claim)
    return claims.length
  }

  function begin(claim: JobWithMetadata): void {
    const abort = new AbortController()
    const ended = execute(claim, abort).finally(() => {
      running.delete(claim.id)
      wake()
    })
    running.set(claim.id, { claim, abort, ended })
  }

  async function execute(claim: JobWithMetadata, abort: AbortController): Promise<void> {
    const about = { job: queue, id: claim.id, attempt: claim.retryCount + 1 }
    const timeout = setTimeout(() => abort.abort(new Error('it took too long')), job.timeoutSeconds * 1000)
    try {
      await unlessAborted(abort.signal, () => parts.run(runOf(claim, abort.signal), claim))
      await boss.complete(queue, claim)
    } catch (error) {
      if (error instanceof ClaimLost) return log.warn(about, 'another worker has taken over a job')
      log.warn({ ...about, err: error }, 'a job failed')
      // Where even this fails, such as without a database, the heartbeat stops and the job is tried again.
      await boss
        .fail(queue, claim, { message: error instanceof Error ? error.message : 'unknown' })
        .catch((failure: unknown) =>
          log.warn({ ...about, err: failure }, 'a failed job could not be put back'),
        )
    } finally {
      clearTimeout(timeout)
    }
  }

  function runOf(claim: JobWithMetadata, signal: AbortSignal): JobRun<never, Tables> {
    return {
      payload: job.payload.parse(claim.data) as never, // the handler's own type, which is forgotten here
      attempt: claim.retryCount + 1,
      signal,
      write: (work) =>
        db.transaction().execute(async (tx) => {
          // Also locks the job's row, so that nobody can take the job away before the commit.
          if (!(await holds(claim, fromKysely(tx)))) throw new ClaimLost()
          return work(tx)
        }),
    }
  }

  async function holds(claim: JobWithMetadata, tx: ReturnType<typeof fromKysely>): Promise<boolean> {
    const result: { affected?: number } = await boss.touch(queue, claim, { db: tx })
    return result.affected === 1
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
      const claimed = await claimDue().catch((error: unknown) => {
        log.warn({ err: error, job: queue }, 'jobs could not be looked for')
        return 0
      })
      if (claimed === 0) await pause()
    }
  }

  /** Until there may be something to do: a place that is free again, a job just enqueued, one that falls due. */
  async function pause(): Promise<void> {
    if (stopping.signal.aborted || isAwake) return
    const woken = new AbortController()
    endPause = () => woken.abort()
    await delay(pollMs, undefined, { signal: AbortSignal.any([woken.signal, stopping.signal]) }).catch(
      () => undefined, // woken
    )
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

/** Does not wait for work that goes on after it was aborted. */
async function unlessAborted(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  let onAbort = () => {}
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
  })
  try {
    await Promise.race([work(), aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
