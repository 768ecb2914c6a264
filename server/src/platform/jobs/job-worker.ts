import type { Kysely } from 'kysely'
import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import { listen } from '../db/listen.ts'
import type { Log } from '../log.ts'
import { listDueQueues } from './due-queues.queries.ts'
import { forgetFutureTimes } from './future-times.queries.ts'
import { deadLetterQueue } from './job.ts'
import { jobChannel, jobSchema, schedule } from './job-queue.ts'
import type { HandledJob } from './job-run.ts'
import { createJobRunner, type JobRunner } from './job-runner.ts'
import { retryLostJobs } from './lost-jobs.queries.ts'
import { type Repeated, repeat } from './repeat.ts'

export interface JobWorker {
  /** Starts running due jobs and enqueuing scheduled ones. */
  start(): Promise<void>
  /** Runs jobs until none is due. */
  runDue(): Promise<void>
  /** Stops within slightly more than `budgetMs`. Unfinished jobs are retried by another worker. */
  stop(budgetMs: number): Promise<void>
}

interface Parts<Tables> {
  /** Database URL, to listen for notifications of new jobs. If absent, jobs are found by polling only. */
  url?: string
  pool: pg.Pool
  /** Query builder on the same pool, used by jobs to write. */
  db: Kysely<Tables>
  log: Log
  handlers: readonly HandledJob<Tables>[]
  timing?: Partial<Timing>
}

interface Timing {
  /** How often to poll for due jobs. */
  pollMs: number
  /** How often to check for jobs whose worker has missed its heartbeat. */
  superviseSeconds: number
  /** How often to check schedules. */
  cronSeconds: number
}

const usualTiming: Timing = { pollMs: 1000, superviseSeconds: 5, cronSeconds: 15 }
const maintainSeconds = 300

/** Creates the job worker of this process. Any number of processes may have one. */
export function createJobWorker<Tables>(parts: Parts<Tables>): JobWorker {
  const { url, pool, db, log, handlers } = parts
  const timing = { ...usualTiming, ...parts.timing }
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values ? [...values] : undefined) },
    schema: jobSchema,
    superviseIntervalSeconds: timing.superviseSeconds,
    monitorIntervalSeconds: timing.superviseSeconds,
    cronMonitorIntervalSeconds: timing.cronSeconds,
    cronWorkerIntervalSeconds: Math.min(timing.cronSeconds, 5),
    maintenanceIntervalSeconds: maintainSeconds,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue reported an error'))
  boss.on('warning', ({ message, data }) => log.warn({ data }, message))
  const runners = handlers.flatMap((handler) => runnersOf(handler, { boss, db, log }))
  let isStarted = false
  let listener: { stop(): Promise<void> } | undefined
  let recovery: Repeated | undefined
  let polling: Repeated | undefined
  /** The times of the database and of this process when they were last read, in milliseconds. */
  let clocks: number[] = []
  let mustRestart = false

  const readClocks = async () => [await forgetFutureTimes(pool), Date.now()]

  /** Wakes due queues with one statement instead of one for each queue, of which there are dozens. */
  async function wakeDue(): Promise<void> {
    const due = await listDueQueues(pool)
    for (const runner of runners) if (due.has(runner.queue)) runner.wake()
  }

  async function recoverLost(): Promise<void> {
    const queues = runners.map(({ queue }) => queue)
    if ((await retryLostJobs(pool, queues)) > 0) for (const runner of runners) runner.wake()
    await followClocks()
  }

  /**
   * Restarts pg-boss after a clock has gone back, which it does not notice: its timers wait until the earlier time, and it
   * compares its clock with that of the database only every ten minutes.
   */
  async function followClocks(): Promise<void> {
    const now = await readClocks()
    mustRestart ||= now.some((time, index) => time < (clocks[index] ?? 0))
    clocks = now
    if (!mustRestart) return
    log.warn('a clock went back; schedules follow it')
    await boss.stop({ graceful: false })
    await boss.start()
    mustRestart = false
  }

  return {
    async start() {
      isStarted = true
      clocks = await readClocks()
      await boss.start()
      for (const { job, cron } of handlers)
        if (cron !== undefined)
          await schedule(db, job, { cron, timeZone: 'UTC', payload: job.payload.parse({}) })
      for (const runner of runners) runner.start()
      polling = repeat('find-due-jobs', timing.pollMs, wakeDue, log)
      recovery = repeat('retry-lost-jobs', timing.superviseSeconds * 1000, recoverLost, log)
      if (url === undefined) return
      const wake = (_channel: string, queue?: string) => {
        for (const runner of runners) if (queue === undefined || runner.queue === queue) runner.wake()
      }
      listener = listen(url, [jobChannel], wake, log)
    },

    async runDue() {
      let count: number
      do {
        count = 0
        const due = await listDueQueues(pool)
        for (const runner of runners) if (due.has(runner.queue)) count += await runner.runDue()
      } while (count > 0)
    },

    async stop(budgetMs) {
      await Promise.all([listener?.stop(), polling?.stop(), recovery?.stop()])
      await Promise.all(runners.map((runner) => runner.stop(budgetMs)))
      if (isStarted) await boss.stop({ graceful: false })
    },
  }
}

/** Returns one runner for the job and one for its dead letters. */
function runnersOf<Tables>(
  { job, run, giveUp }: HandledJob<Tables>,
  parts: { boss: PgBoss; db: Kysely<Tables>; log: Log },
): JobRunner[] {
  const dead = deadLetterQueue(job)
  return [
    createJobRunner({ ...parts, job, queue: job.name, run }),
    createJobRunner({
      ...parts,
      job: { ...job, concurrency: 1, perGroup: 1 },
      queue: dead,
      async run(one, { sourceId, sourceOutput }) {
        const lastError = messageOf(sourceOutput)
        parts.log.error({ job: job.name, id: sourceId, reason: lastError }, 'a job failed for good')
        await giveUp?.(one, lastError)
      },
    }),
  ]
}

/** Returns the error message stored by a failed attempt or by pg-boss. */
function messageOf(output: unknown): string {
  const { message, value } = (output ?? {}) as { message?: unknown; value?: { message?: unknown } } // JSON written by us or by pg-boss
  return String(message ?? value?.message ?? 'unknown')
}
