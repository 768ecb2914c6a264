import type { Kysely } from 'kysely'
import type pg from 'pg'
import { z } from 'zod'
import type { Database } from './database.ts'
import { alertTallyQueries } from './features/alerts/index.ts'
import { accountMailComposers } from './features/auth/accounts/compose-account-mail.command.ts'
import { forgetIdentityRemains } from './features/auth/accounts/forget-identity.queries.ts'
import { forgetEvents } from './features/events/index.ts'
import { forgetImports, importRunner, runImportJob } from './features/imports/index.ts'
import { createMailSeal, deliverMailJob, forgetMails, mailDelivery } from './features/mail/index.ts'
import {
  forgetNotifications,
  notificationMailComposers,
  reminding,
  remindJob,
} from './features/notifications/index.ts'
import { keepPartitions, type Retention } from './features/storage/keep-partitions.job.ts'
import { type LogRetention, trimLogs } from './features/storage/trim-logs.job.ts'
import type { Clock } from './platform/clock.ts'
import { executeOn } from './platform/db/execute.queries.ts'
import { defineJob, type Job } from './platform/jobs/job.ts'
import { type HandledJob, handleJob, type JobHandler } from './platform/jobs/job-run.ts'
import type { Log } from './platform/log.ts'
import type { PasswordHashing } from './platform/password-hashing.ts'
import type { Mailer } from './platform/smtp.ts'

/** The dependencies of the jobs. */
export interface JobParts {
  config: { publicUrl: string; mailFrom?: string | undefined } & Retention & LogRetention
  log: Log
  clock: Clock
  secretKey: Buffer
  passwords: PasswordHashing
  /** The worker's own pool, so that jobs never take a connection from an API request. */
  pool: pg.Pool
  /** Query builder on `pool`. */
  db: Kysely<Database>
  /** If absent, mails are kept in the log instead of being sent. */
  mailer: Mailer | undefined
}

/** Every job of the program; add a new one as a line here. */
const entries = [
  entry(deliverMailJob, deliverMails),
  entry(runImportJob, importRunner),
  entry(remindJob, reminding),
  scheduled('keep-partitions', '7 * * * *', ({ pool, clock, config, log }) =>
    keepPartitions(pool, clock(), config, log),
  ),
  scheduled('trim-logs', '17 * * * *', ({ pool, clock, config, log }) =>
    trimLogs(pool, clock(), config, log),
  ),
  scheduled('forget-events', '27 * * * *', ({ pool, clock, log }) =>
    forgetEvents(executeOn(pool), clock(), log),
  ),
  scheduled('forget-identity', '37 * * * *', async ({ db, clock }) => {
    await forgetIdentityRemains(db, clock())
    await forgetMails(db, clock())
    await forgetNotifications(db, clock())
  }),
  scheduled('forget-imports', '47 * * * *', ({ db, clock }) => forgetImports(db, clock())),
  scheduled('tally-alerts', '57 * * * *', ({ db }) => alertTallyQueries(db).addUp()),
]

export const jobs: readonly Job<object>[] = entries.map(({ job }) => job)

export const jobHandlers = (parts: JobParts): HandledJob<Database>[] =>
  entries.map(({ handledBy }) => handledBy(parts))

function entry<Payload extends object>(
  job: Job<Payload>,
  handlerOf: (parts: JobParts) => JobHandler<Payload, Database>,
) {
  return { job, handledBy: (parts: JobParts) => handleJob(job, handlerOf(parts)) }
}

/** A scheduled job without a payload; `cron` is in UTC. */
function scheduled(name: string, cron: string, work: (parts: JobParts) => Promise<void>) {
  const job = defineJob({ name, payload: z.object({}), timeoutSeconds: 600 })
  return entry(job, (parts) => ({ cron, run: () => work(parts) }))
}

function deliverMails(parts: JobParts) {
  const { mailFrom, publicUrl } = parts.config
  return mailDelivery({
    ...parts,
    publicUrl,
    seal: createMailSeal(parts.secretKey),
    composers: {
      ...accountMailComposers({ ...parts, publicUrl }),
      ...notificationMailComposers({ ...parts, publicUrl }),
    },
    from: mailFrom ?? `EoT LIVE <no-reply@${new URL(publicUrl).hostname}>`,
  })
}
