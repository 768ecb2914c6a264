import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { queryBuilder } from '../src/platform/db/query-builder.ts'
import type { Job } from '../src/platform/jobs/job.ts'
import { installJobs } from '../src/platform/jobs/job-queue.ts'
import { type HandledJob, handleJob, type JobRun } from '../src/platform/jobs/job-run.ts'
import { createJobWorker } from '../src/platform/jobs/job-worker.ts'
import { createLog } from '../src/platform/log.ts'
import { createTestDatabase } from './test-database.ts'
import { createTestPool } from './test-pool.ts'

interface Tables {
  note: { text: string }
}
type Payload = { id: string }
export type Run = JobRun<Payload, Tables>
type WorkerOptions = Pick<Parameters<typeof createJobWorker<Tables>>[0], 'timing' | 'url'>

const log = createLog(process.env.LOG_LEVEL ?? 'silent')
export const payload = z.object({ id: z.string() })
const atEnd: (() => unknown)[] = []

/** Stops the workers of all queues and drops their databases. Call it after each test. */
export async function endQueues(): Promise<void> {
  for (const end of atEnd.splice(0).reverse()) await end()
}

/** Creates a queue in a new database, whose jobs write notes. */
export async function queueOf<P extends object>(job: Job<P>) {
  const database = await createTestDatabase()
  const pool = createTestPool(database.url, { max: 6, log })
  const db = queryBuilder<Tables>(pool)
  atEnd.push(database.drop, () => pool.end())
  await installJobs(database.url, [job])
  await sql`create table note (text text not null)`.execute(db)
  const worker = (handler: HandledJob<Tables>, options: WorkerOptions = {}) => {
    const { timing = { superviseSeconds: 1, cronSeconds: 1 }, url } = options
    const made = createJobWorker<Tables>({ pool, db, log, handlers: [handler], timing, ...(url && { url }) })
    atEnd.push(() => made.stop(0))
    return made
  }
  const notes = async () => (await db.selectFrom('note').select('text').execute()).map(({ text }) => text)
  return { url: database.url, pool, db, worker, notes }
}

export const write = (text: string) => async (tx: Kysely<Tables>) => {
  await tx.insertInto('note').values({ text }).execute()
}
export const note = (job: Job<Payload>) =>
  handleJob(job, { run: (run: Run) => run.write(write(run.payload.id)) })

/** Records each job that starts. Those whose ids begin with "hangs" do not end before they are released. */
export const noteAndHang = (job: Job<Payload>, letGo: Promise<void>) =>
  handleJob(job, {
    async run(run: Run) {
      await run.write(write(run.payload.id))
      if (run.payload.id.startsWith('hangs')) await letGo
    },
  })

/** Moves the times of all waiting and running jobs into the past. */
export const age = (db: Kysely<Tables>, seconds: number) =>
  sql`update jobs.job set start_after = start_after - ${seconds} * interval '1 s',
    heartbeat_on = heartbeat_on - ${seconds} * interval '1 s' where state < 'completed'`.execute(db)

export function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}
