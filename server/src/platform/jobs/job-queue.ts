import { fromKysely, PgBoss } from 'pg-boss'
import { deadLetterQueue, type Job } from './job.ts'

/** Runs the statements: a Kysely transaction, or the database itself. */
type Connection = Parameters<typeof fromKysely>[0]

/** The schema of the queue's tables, which belong to pg-boss. */
export const jobSchema = 'jobs'
/** Channel notified with the name of a queue when jobs are enqueued there. Only a hint, since workers also poll. */
export const jobChannel = 'jobs_enqueued'

const minute = 60
const day = 24 * 60 * minute

export interface EnqueueOptions {
  /** A second job with the same id is not enqueued. Default: a new id. */
  id?: string
  /** The target of the job, so that a slow target does not delay the others. With an owner: `owner/target`. */
  group?: string
  /** Default: immediately. */
  startAt?: Date
  /** Jobs with a higher priority run first. Default: 0. */
  priority?: number
}

/** Adds a job to its queue in the given transaction. It runs after the commit. */
export async function enqueue<Payload extends object>(
  tx: Connection,
  job: Job<Payload>,
  payload: Payload,
  options: EnqueueOptions = {},
): Promise<void> {
  await enqueueAll(tx, job, [{ payload, ...options }])
}

/** Like `enqueue`, for many jobs in one statement. */
export async function enqueueAll<Payload extends object>(
  tx: Connection,
  job: Job<Payload>,
  entries: readonly (EnqueueOptions & { payload: Payload })[],
): Promise<void> {
  if (entries.length === 0) return
  await bossOf(tx).insert(
    job.name,
    entries.map(({ payload, id, group, startAt, priority }) => ({
      data: job.payload.parse(payload),
      ...(id !== undefined && { id }),
      ...(group !== undefined && { group: { id: group } }),
      ...(startAt && { startAfter: startAt }),
      ...(priority !== undefined && { priority }),
    })),
  )
  await fromKysely(tx).executeSql('select pg_notify($1, $2)', [jobChannel, job.name])
}

/** Makes a job that waits for a later time due at an earlier one. Has no effect on a job that runs or has run. */
export async function hasten(
  tx: Connection,
  { name }: { name: string },
  id: string,
  startAt: Date,
): Promise<void> {
  const { executeSql } = fromKysely(tx)
  await executeSql(
    `update ${jobSchema}.job set start_after = least(start_after, $3) where name = $1 and id = $2 and state in ('created', 'retry')`,
    [name, id, startAt],
  )
  await executeSql('select pg_notify($1, $2)', [jobChannel, name])
}

/** Delays the next attempt of a job that is waiting for its retry until at least this long from now. */
export async function postpone(
  tx: Connection,
  { name }: { name: string },
  id: string,
  afterMs: number,
): Promise<void> {
  await fromKysely(tx).executeSql(
    `update ${jobSchema}.job set start_after = greatest(start_after, now() + $3 * interval '1 millisecond')
      where name = $1 and id = $2 and state = 'retry'`,
    [name, id, afterMs],
  )
}

export interface JobSchedule<Payload extends object> {
  /** Distinguishes several schedules of one job, for example by site. */
  key?: string
  /** Minute, hour, day of month, month and day of week, in the time zone. */
  cron: string
  /** IANA time zone name. */
  timeZone: string
  payload: Payload
}

/**
 * Schedules a job: it is enqueued once per scheduled time, with any number of workers. Replaces the schedule with the same
 * key. If times were missed while no worker ran, one job makes up for them. Throws on an invalid cron expression or time
 * zone.
 */
export async function schedule<Payload extends object>(
  tx: Connection,
  job: Job<Payload>,
  { key, cron, timeZone, payload }: JobSchedule<Payload>,
): Promise<void> {
  await bossOf(tx).schedule(job.name, cron, job.payload.parse(payload), {
    tz: timeZone,
    missed: 'once',
    ...(key !== undefined && { key }),
  })
}

export async function unschedule(tx: Connection, { name }: { name: string }, key?: string): Promise<void> {
  await bossOf(tx).unschedule(name, key)
}

/** A pg-boss instance that only builds statements, which run in the caller's transaction. */
function bossOf(tx: Connection): PgBoss {
  return new PgBoss({ db: fromKysely(tx), schema: jobSchema })
}

/** Creates or upgrades the tables of the queue, and creates a queue for each job. */
export async function installJobs(url: string, jobs: readonly Job<object>[]): Promise<void> {
  const boss = new PgBoss({
    connectionString: url,
    schema: jobSchema,
    max: 1,
    supervise: false,
    schedule: false,
  })
  boss.on('error', () => undefined) // every failure also rejects its promise
  try {
    await boss.start()
    for (const job of jobs) await installQueue(boss, job)
  } finally {
    await boss.stop({ graceful: false })
  }
}

/** A job that has not ended yet. */
export interface WaitingJob {
  id: string
  name: string
  data: Record<string, unknown> | null
  group: string | null
  /** ISO 8601. */
  startAt: string
}

/** Replaces all jobs with these. Those that were running start again. Jobs of unknown queues are left out. */
export async function replaceJobs(tx: Connection, waiting: readonly WaitingJob[]): Promise<void> {
  const { executeSql } = fromKysely(tx)
  await executeSql(`delete from ${jobSchema}.job`)
  const { rows } = await executeSql(`select name from ${jobSchema}.queue`)
  const queues = new Set(rows.map(({ name }: { name: string }) => name))
  for (const [name, jobs] of Map.groupBy(waiting, (job) => job.name)) {
    if (!queues.has(name)) continue
    const entries = jobs.map(({ id, data, group, startAt }) => ({
      id,
      startAfter: new Date(startAt),
      ...(data && { data }),
      ...(group !== null && { group: { id: group } }),
    }))
    await bossOf(tx).insert(name, entries)
  }
}

async function installQueue(boss: PgBoss, job: Job<object>): Promise<void> {
  const deadLetter = deadLetterQueue(job)
  const { limit, delaySeconds, maxDelaySeconds } = job.retry
  const both = {
    // After this time without a heartbeat, pg-boss counts an attempt as failed. `retryLostJobs` usually comes first.
    heartbeatSeconds,
    expireInSeconds: job.timeoutSeconds,
    retryLimit: limit,
    retryDelay: delaySeconds,
    retryDelayMax: maxDelaySeconds,
    retryBackoff: true,
  }
  const queues = [
    { name: deadLetter, ...both, deleteAfterSeconds: 14 * day },
    { name: job.name, ...both, deadLetter, deleteAfterSeconds: 10 * minute },
  ]
  for (const { name, ...options } of queues) {
    await boss.createQueue(name, options)
    await boss.updateQueue(name, options)
  }
}

const heartbeatSeconds = 30
