import type { Kysely } from 'kysely'
import type pg from 'pg'
import { z } from 'zod'
import type { Database } from './database.ts'
import { accountMailComposers } from './features/auth/accounts/compose-account-mail.command.ts'
import { forgetIdentityRemains } from './features/auth/accounts/forget-identity.queries.ts'
import { forgetEvents } from './features/events/index.ts'
import { createMailSeal, deliverMailJob, forgetMails, mailDelivery } from './features/mail/index.ts'
import { keepPartitions, type Retention } from './features/storage/keep-partitions.job.ts'
import { type LogRetention, trimLogs } from './features/storage/trim-logs.job.ts'
import type { Clock } from './platform/clock.ts'
import { executeOn } from './platform/db/execute.queries.ts'
import { defineJob, type Job } from './platform/jobs/job.ts'
import { type HandledJob, handleJob, type JobHandler } from './platform/jobs/job-run.ts'
import type { Log } from './platform/log.ts'
import type { PasswordHashing } from './platform/password-hashing.ts'
import type { Mailer } from './platform/smtp.ts'

/** What jobs work with. */
export interface JobParts {
  config: { publicUrl: string; mailFrom?: string | undefined } & Retention & LogRetention
  log: Log
  clock: Clock
  secretKey: Buffer
  passwords: PasswordHashing
  /** The worker's own, so that jobs never take a connection from somebody who waits for an answer. */
  pool: pg.Pool
  /** On the same pool. */
  db: Kysely<Database>
  /** Absent: mails are kept in the log instead. */
  mailer: Mailer | undefined
}

const nothing = z.object({})
const keepPartitionsJob = defineJob({ name: 'keep-partitions', payload: nothing, timeoutSeconds: 600 })
const trimLogsJob = defineJob({ name: 'trim-logs', payload: nothing, timeoutSeconds: 600 })
const forgetEventsJob = defineJob({ name: 'forget-events', payload: nothing, timeoutSeconds: 600 })
const forgetJob = defineJob({ name: 'forget-identity', payload: nothing, timeoutSeconds: 600 })

/** Every job of the program; a new one is a line here. */
const entries = [
  entry(deliverMailJob, deliverMails),
  entry(keepPartitionsJob, (parts) => ({ cron: '7 * * * *', run: () => keepAllPartitions(parts) })),
  entry(trimLogsJob, (parts) => ({ cron: '17 * * * *', run: () => trimAllLogs(parts) })),
  entry(forgetEventsJob, (parts) => ({ cron: '27 * * * *', run: () => forgetOldEvents(parts) })),
  entry(forgetJob, (parts) => ({ cron: '37 * * * *', run: () => forget(parts) })),
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

function deliverMails(parts: JobParts) {
  const { mailFrom, publicUrl } = parts.config
  return mailDelivery({
    ...parts,
    publicUrl,
    seal: createMailSeal(parts.secretKey),
    composers: accountMailComposers({ ...parts, publicUrl }),
    from: mailFrom ?? `EoT LIVE <no-reply@${new URL(publicUrl).hostname}>`,
  })
}

const keepAllPartitions = ({ pool, clock, config, log }: JobParts) =>
  keepPartitions(pool, clock(), config, log)

const trimAllLogs = ({ pool, clock, config, log }: JobParts) => trimLogs(pool, clock(), config, log)

const forgetOldEvents = ({ pool, clock, log }: JobParts) => forgetEvents(executeOn(pool), clock(), log)

async function forget({ db, clock }: JobParts): Promise<void> {
  await forgetIdentityRemains(db, clock())
  await forgetMails(db, clock())
}
