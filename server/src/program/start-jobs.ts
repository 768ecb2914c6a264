import type { Database } from '../database.ts'
import { resumePendingMessages } from '../features/messages/index.ts'
import { type JobParts, jobHandlers } from '../jobs.ts'
import { createPool } from '../platform/db/pool.ts'
import { queryBuilder } from '../platform/db/query-builder.ts'
import { createEgress } from '../platform/egress/egress.ts'
import { createJobWorker, type JobWorker } from '../platform/jobs/job-worker.ts'
import { createOpenMeteo } from '../platform/open-meteo.ts'
import { createSmtpMailer } from '../platform/smtp.ts'
import type { Stops } from '../platform/stops.ts'
import { createTextSender } from '../platform/text-sender.ts'
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
  const texts =
    config.smsUrl === undefined ? undefined : createTextSender(config.smsUrl, statusCallbackOf(config))
  const egress = createEgress(config.egressAllow)
  const weather = config.weatherUrl === undefined ? undefined : createOpenMeteo(config.weatherUrl, egress)
  const worker = createJobs({ ...foundation, url: databaseUrl, pool, db, mailer, texts, egress, weather })
  stops.add(
    () => pool.end(),
    async () => mailer?.close(),
    () => worker.stop(stopBudgetMs),
  )
  await resumePendingMessages(db)
  await worker.start()
}

/** Returns the address for delivery reports of the text message provider; undefined if it could not sign them. */
const statusCallbackOf = ({ smsWebhookSecret, publicUrl }: Foundation['config']): string | undefined =>
  smsWebhookSecret === undefined ? undefined : `${publicUrl}/api/callbacks/texts`
