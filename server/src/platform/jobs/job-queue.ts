import { fromKysely, PgBoss } from 'pg-boss'
import { deadLetterQueue, type Job } from './job.ts'

/** Where statements run: a transaction of Kysely's, or the database as a whole. */
type Connection = Parameters<typeof fromKysely>[0]

/** The schema of the queue's tables, which are pg-boss's own. */
export const jobSchema = 'jobs'
/** Notified with the name of a queue when jobs were enqueued there. Only a hint: workers look for themselves as well. */
export const jobChannel = 'jobs_enqueued'

const minute = 60
const day = 24 * 60 * minute

export interface EnqueueOptions {
  /** A second job of the same id is not enqueued; absent: a new one. */
  id?: string
  /** The target, where one that is slow must not hold up the others. */
  group?: string
  /** Absent: at once. */
  startAt?: Date
}

/** Adds a job to its queue as part of the given transaction: it runs once that has been committed. */
export async function enqueue<Payload extends object>(
  tx: Connection,
  job: Job<Payload>,
  payload: Payload,
  options: EnqueueOptions = {},
): Promise<void> {
  await enqueueAll(tx, job, [{ payload, ...options }])
}

/** As `enqueue`, for many jobs in one statement. */
export async function enqueueAll<Payload extends object>(
  tx: Connection,
  job: Job<Payload>,
  entries: readonly (EnqueueOptions & { payload: Payload })[],
): Promise<void> {
  if (entries.length === 0) return
  await bossOf(tx).insert(
    job.name,
    entries.map(({ payload, id, group, startAt }) => ({
      data: job.payload.parse(payload),
      ...(id !== undefined && { id }),
      ...(group !== undefined && { group: { id: group } }),
      ...(startAt && { startAfter: startAt }),
    })),
  )
  await fromKysely(tx).executeSql('select pg_notify($1, $2)', [jobChannel, job.name])
}

export interface JobSchedule<Payload extends object> {
  /** Tells the schedules of one job apart, such as by site. */
  key?: string
  /** Minute, hour, day of month, month, day of week: in the time zone. */
  cron: string
  /** IANA name. */
  timeZone: string
  payload: Payload
}

/**
 * Enqueues a job whenever its time comes, once however many workers there are; replaces the schedule of the same key.
 * Times that were missed while no worker ran are made up for by one job. Throws on a cron expression or zone it does not
 * know.
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

/** pg-boss as the author of statements that run in somebody's transaction. */
function bossOf(tx: Connection): PgBoss {
  return new PgBoss({ db: fromKysely(tx), schema: jobSchema })
}

/** Creates the tables of the queue, or brings them up to date, and a queue for each job. */
export async function installJobs(url: string, jobs: readonly Job<object>[]): Promise<void> {
  const boss = new PgBoss({
    connectionString: url,
    schema: jobSchema,
    max: 1,
    supervise: false,
    schedule: false,
  })
  boss.on('error', () => undefined) // what fails here rejects as well
  try {
    await boss.start()
    for (const job of jobs) await installQueue(boss, job)
  } finally {
    await boss.stop({ graceful: false })
  }
}

async function installQueue(boss: PgBoss, job: Job<object>): Promise<void> {
  const deadLetter = deadLetterQueue(job)
  const { limit, delaySeconds, maxDelaySeconds } = job.retry
  const both = {
    // A worker that says nothing for so long is taken for dead.
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

export const heartbeatSeconds = 15
