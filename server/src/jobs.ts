import type { Kysely } from 'kysely'
import type pg from 'pg'
import { z } from 'zod'
import { siteTallyQueries } from './access/site-tally.queries.ts'
import type { Database } from './database.ts'
import { alertTallyQueries } from './features/alerts/index.ts'
import { accountMailComposers } from './features/auth/accounts/compose-account-mail.command.ts'
import { forgetIdentityRemains } from './features/auth/accounts/forget-identity.queries.ts'
import { endAlertsJob, endingAlerts } from './features/devices/index.ts'
import { appendEventsJob, appendingEvents, forgetEvents } from './features/events/index.ts'
import { forecastingNights, forecastNightJob } from './features/forecast/index.ts'
import { composeProgramStalled, watchWork } from './features/health/index.ts'
import { findRoomHints, findVapeHints, forgetHints } from './features/hints/index.ts'
import { forgetImports, importRunner, runImportJob } from './features/imports/index.ts'
import { announceMaintenanceJob, announcingMaintenance } from './features/maintenance/index.ts'
import {
  composePushTest,
  createMessageSeal,
  deliverMailJob,
  deliverPushJob,
  deliverTextJob,
  emailChannel,
  forgetMessages,
  messageDelivery,
  pushChannel,
  textChannel,
} from './features/messages/index.ts'
import {
  alertPictures,
  forgetNotifications,
  notificationComposers,
  recallNotification,
  releaseNotifications,
  reminding,
  remindJob,
  testComposers,
} from './features/notifications/index.ts'
import { forgetPushBrowsers } from './features/push/index.ts'
import { rateDue } from './features/ratings/index.ts'
import {
  forgetReports,
  makeReportJob,
  planReports,
  recallReport,
  reportComposers,
  reportMaker,
} from './features/reports/index.ts'
import { compactStorage } from './features/storage/compact-storage.job.ts'
import { keepPartitions, type Retention } from './features/storage/keep-partitions.job.ts'
import { shrinkStates } from './features/storage/shrink-states.job.ts'
import { type LogRetention, trimLogs } from './features/storage/trim-logs.job.ts'
import { refreshingWeather, refreshWeatherJob } from './features/weather/index.ts'
import {
  composeWebhookStopped,
  createWebhookSeal,
  createWebhookSender,
  deliverWebhookJob,
  forgetDeliveries,
  releaseDeliveries,
  webhookDelivery,
} from './features/webhooks/index.ts'
import { createTokenSource } from './platform/client-credentials.ts'
import type { Clock } from './platform/clock.ts'
import { executeOn } from './platform/db/execute.queries.ts'
import { createEgress, type Egress } from './platform/egress/egress.ts'
import { defineJob, type Job } from './platform/jobs/job.ts'
import { type HandledJob, handleJob, type JobHandler } from './platform/jobs/job-run.ts'
import type { Log } from './platform/log.ts'
import type { PasswordHashing } from './platform/password-hashing.ts'
import type { Mailer } from './platform/smtp.ts'
import type { TextSender } from './platform/text-sender.ts'
import type { WeatherProvider } from './platform/weather-provider.ts'
import { createPushSender, limitPerService, pushKeys } from './platform/web-push.ts'

/** The dependencies of the jobs. */
export interface JobParts {
  config: {
    publicUrl: string
    mailFrom?: string | undefined
    mailWebhookSecret?: Buffer | undefined
    smsWebhookSecret?: string | undefined
  } & Retention &
    LogRetention
  log: Log
  clock: Clock
  secretKey: Buffer
  passwords: PasswordHashing
  /** The worker's own pool, so that jobs never take a connection from an API request. */
  pool: pg.Pool
  /** Query builder on `pool`. */
  db: Kysely<Database>
  /** If absent, emails are kept in the log instead of being sent. */
  mailer: Mailer | undefined
  /** If absent, text messages are kept in the log instead of being sent. */
  texts?: TextSender | undefined
  /** The allowed push addresses besides those on the internet. Default: none. */
  egress?: Egress
  /** If absent, no weather is read. */
  weather?: WeatherProvider | undefined
}

/** Less than the minute after which the job runs again. */
const rateForMs = 50_000

/** Every job of the program; add a new one as a line here. */
const entries = [
  entry(deliverMailJob, deliverMails),
  entry(deliverTextJob, deliverTexts),
  entry(deliverPushJob, deliverPushes),
  entry(deliverWebhookJob, deliverWebhooks),
  entry(runImportJob, importRunner),
  entry(endAlertsJob, () => endingAlerts),
  entry(appendEventsJob, () => appendingEvents),
  entry(remindJob, reminding),
  entry(announceMaintenanceJob, announcingMaintenance),
  entry(forecastNightJob, forecastingNights),
  scheduled('watch-work', '* * * * *', ({ db, clock }) => watchWork(db, clock())),
  // Whatever has ended the maintenance: its end time, a user, or the deletion of its group or site.
  scheduled('release-notifications', '* * * * *', ({ db, clock }) => releaseNotifications(db, clock())),
  scheduled('release-deliveries', '* * * * *', ({ db, clock }) => releaseDeliveries(db, clock())),
  scheduled('rate-hours', '* * * * *', ({ db }) => rateDue(db, Date.now() + rateForMs)),
  scheduled('find-vape-hints', '1-59/5 * * * *', ({ db, clock, log }) => findVapeHints(db, clock(), log)),
  scheduled('find-room-hints', '32 * * * *', ({ db, clock, log }) => findRoomHints(db, clock(), log)),
  entry(refreshWeatherJob, refreshingWeather),
  entry(makeReportJob, reportMaker),
  scheduled('plan-reports', '*/5 * * * *', ({ db, clock }) => planReports(db, clock())),
  scheduled('keep-partitions', '7 * * * *', ({ pool, clock, config, log }) =>
    keepPartitions(pool, clock(), config, log),
  ),
  scheduled('compact-readings', '2-59/10 * * * *', ({ db, pool, clock, log }) =>
    compactStorage({ db, pool, log }, clock),
  ),
  scheduled('shrink-states', '8-59/10 * * * *', ({ pool, log }) => shrinkStates(pool, log)),
  scheduled('trim-logs', '17 * * * *', ({ pool, clock, config, log }) =>
    trimLogs(pool, clock(), config, log),
  ),
  scheduled('forget-events', '27 * * * *', ({ pool, clock, log }) =>
    forgetEvents(executeOn(pool), clock(), log),
  ),
  scheduled('forget-identity', '37 * * * *', ({ db, clock }) => forgetIdentityRemains(db, clock())),
  scheduled('forget-messages', '38 * * * *', ({ db, clock }) => forgetMessages(db, clock())),
  scheduled('forget-notifications', '39 * * * *', ({ db, clock }) => forgetNotifications(db, clock())),
  scheduled('forget-push-browsers', '40 * * * *', ({ db, clock }) => forgetPushBrowsers(db, clock())),
  scheduled('forget-reports', '41 * * * *', ({ db, clock }) => forgetReports(db, clock())),
  scheduled('forget-deliveries', '42 * * * *', ({ db, clock }) => forgetDeliveries(db, clock())),
  scheduled('forget-hints', '43 * * * *', ({ db, clock }) => forgetHints(db, clock())),
  scheduled('forget-imports', '47 * * * *', ({ db, clock }) => forgetImports(db, clock())),
  scheduled('tally-alerts', '57 * * * *', ({ db }) => alertTallyQueries(db).addUp()),
  scheduled('tally-sites', '58 * * * *', ({ db }) => siteTallyQueries(db).addUp()),
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
  const { mailFrom, mailWebhookSecret, publicUrl } = parts.config
  const channel = emailChannel({
    ...parts,
    publicUrl,
    composers: {
      ...accountMailComposers({ ...parts, publicUrl }),
      ...notificationComposers({ ...parts, publicUrl, drawAlert: alertPictures(parts) }).Email,
      ...testComposers(publicUrl).Email,
      ...reportComposers({ ...parts, publicUrl }),
      WebhookStopped: composeWebhookStopped(publicUrl),
      ProgramStalled: composeProgramStalled(publicUrl),
    },
    hasReports: mailWebhookSecret !== undefined,
    from: mailFrom ?? `EoT LIVE <no-reply@${new URL(publicUrl).hostname}>`,
  })
  return messageDelivery(deliveryParts(parts), channel)
}

function deliverTexts(parts: JobParts) {
  const { publicUrl, smsWebhookSecret } = parts.config
  const channel = textChannel({
    ...parts,
    texts: parts.texts,
    hasReports: smsWebhookSecret !== undefined,
    composers: { ...notificationComposers({ ...parts, publicUrl }).Text, ...testComposers(publicUrl).Text },
  })
  return messageDelivery(deliveryParts(parts), channel)
}

function deliverPushes(parts: JobParts) {
  const { publicUrl } = parts.config
  const { hostname, protocol } = new URL(publicUrl)
  const channel = pushChannel({
    ...parts,
    push: limitPerService(
      createPushSender({
        keys: pushKeys(parts.secretKey),
        egress: parts.egress ?? createEgress([]),
        contact: protocol === 'https:' ? publicUrl : `mailto:no-reply@${hostname}`,
      }),
    ),
    composers: {
      ...notificationComposers({ ...parts, publicUrl }).Push,
      ...testComposers(publicUrl).Push,
      PushTest: composePushTest,
    },
  })
  return messageDelivery(deliveryParts(parts), channel)
}

const deliveryParts = ({ clock, db, secretKey }: JobParts) => ({
  clock,
  db,
  seal: createMessageSeal(secretKey),
  recalls: { Notification: recallNotification(clock), Report: recallReport },
})

function deliverWebhooks(parts: JobParts) {
  const egress = parts.egress ?? createEgress([])
  return webhookDelivery({
    ...parts,
    publicUrl: parts.config.publicUrl,
    seal: createWebhookSeal(parts.secretKey),
    sender: createWebhookSender({ egress, tokens: createTokenSource(egress, () => parts.clock().getTime()) }),
  })
}
