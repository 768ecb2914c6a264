import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** The work that the program monitors, and by how many seconds it may be behind. */
export const workLimits = {
  /** Processes that receive readings. */
  Ingestion: 60,
  /** Processes that run timers and jobs. */
  Workers: 60,
  /** Holds and ends of alerts that are due by time alone. */
  Timers: 60,
  /** Events not yet handled, such as the start of an alert of which nobody has been notified. */
  Events: 60,
  /** Emails, text messages, notifications in browsers and webhooks that have not been tried. */
  Messages: 300,
  /** Emails that the mail server has not accepted, while it accepts none. */
  Emails: 900,
  /** Text messages that the provider has not accepted, while it accepts none. */
  Texts: 900,
  Reports: 1800,
  /** Other jobs. */
  Jobs: 900,
  /** Partitions for the readings of the coming days. */
  Partitions: 7 * 86_400,
} as const

export const work = Object.keys(workLimits) as Work[]
export type Work = keyof typeof workLimits

const WorkState = z.strictObject({
  Work: z.enum(work as [Work, ...Work[]]),
  /** For how long the oldest part of it has been due. 0: nothing is due. */
  BehindSeconds: z.int(),
  LimitSeconds: z.int(),
  /** Since when it has been behind by more than the limit; null if it is not. */
  StalledSince: z.iso.datetime().nullable(),
})

const RunningProcess = z.strictObject({
  Roles: z.array(z.string()),
  Host: z.string(),
  Pid: z.int(),
  Version: z.string(),
  StartedAt: z.iso.datetime(),
  SeenAt: z.iso.datetime(),
})

export const Health = z.strictObject({
  Work: z.array(WorkState),
  /** The processes that run on this database. */
  Processes: z.array(RunningProcess),
})
export type Health = z.output<typeof Health>

export const health = {
  get: endpoint({
    method: 'GET',
    path: '/about/health',
    summary: 'Get how far the work of this installation is behind, and the processes that do it',
    access: 'ViewInstallation',
    answer: Health,
  }),
}
