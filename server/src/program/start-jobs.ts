import type { Database } from '../database.ts'
import { resumePendingMails } from '../features/mail/index.ts'
import { type JobParts, jobHandlers } from '../jobs.ts'
import { createPool } from '../platform/db/pool.ts'
import { queryBuilder } from '../platform/db/query-builder.ts'
import { createJobWorker, type JobWorker } from '../platform/jobs/job-worker.ts'
import { createSmtpMailer } from '../platform/smtp.ts'
import type { Stops } from '../platform/stops.ts'
import type { Foundation } from './foundation.ts'

const connections = 6
/** Share of the 9.5 s shutdown budget. */
const stopBudgetMs = 4000

/** Creates the worker for this process's jobs without starting it. */
export const createJobs = (parts: JobParts & { url?: string }): JobWorker =>
  createJobWorker<Database>({ ...parts, handlers: jobHandlers(parts) })

/** Runs jobs while the program runs. */
export async function startJobs(foundation: Foundation, stops: Stops): Promise<void> {
  const { config, databaseUrl, log } = foundation
  const pool = createPool(databaseUrl, { max: connections, log })
  const db = queryBuilder<Database>(pool)
  const mailer = config.smtpUrl === undefined ? undefined : createSmtpMailer(config.smtpUrl)
  const worker = createJobs({ ...foundation, url: databaseUrl, pool, db, mailer })
  stops.add(
    () => pool.end(),
    async () => mailer?.close(),
    () => worker.stop(stopBudgetMs),
  )
  await resumePendingMails(db)
  await worker.start()
}
