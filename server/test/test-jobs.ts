import { type Kysely, sql } from 'kysely'
import type { Database } from '../src/database.ts'
import { type JobParts, jobHandlers } from '../src/jobs.ts'
import { createJobWorker, type JobWorker } from '../src/platform/jobs/job-worker.ts'

/** Base URL of the links in emails. */
export const publicUrl = 'https://portal.example.org'

const config = {
  publicUrl,
  mailFrom: undefined,
  rawDays: 90,
  minuteDays: 365,
  quarantineDays: 30,
  quarantineMb: 100,
  auditDays: 365,
}

/** Creates the program's jobs. */
export const createJobs = (parts: Omit<JobParts, 'config'>): JobWorker =>
  createJobWorker<Database>({ ...parts, handlers: jobHandlers({ ...parts, config }) })

/** Creates the program's jobs, which run on request and use the test's clock. */
export function createTestJobs(parts: Omit<JobParts, 'config'>): JobWorker {
  const { clock, db } = parts
  const worker = createJobs(parts)
  return {
    ...worker,
    async runDue() {
      await passTime(db, clock().getTime() - Date.now())
      await worker.runDue()
    },
  }
}

const passedMs = new WeakMap<Kysely<Database>, number>()

/** Sets waiting and running jobs back by the time that the test's clock advanced, since the queue uses PostgreSQL's clock. */
export async function passTime(db: Kysely<Database>, offsetMs: number): Promise<void> {
  const passed = offsetMs - (passedMs.get(db) ?? 0)
  if (passed < 1) return
  passedMs.set(db, offsetMs)
  const ms = sql`${passed} * interval '1 millisecond'`
  await sql`update jobs.job set start_after = start_after - ${ms}, started_on = started_on - ${ms},
    heartbeat_on = heartbeat_on - ${ms} where state < 'completed'`.execute(db)
}
