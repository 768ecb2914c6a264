import type { Work } from '@eot/contract/health'
import type { Execute } from '../../platform/db/execute.queries.ts'
import { jobSchema } from '../../platform/jobs/job-queue.ts'
import { findTimerDelay } from '../ingest/index.ts'
import { doesRole, lastDid } from './processes.queries.ts'
import type { Behind } from './work-behind.ts'

/** Seconds since the instant `at`, by the database clock. */
const since = (at: string) => `extract(epoch from now() - ${at})::float8`

/** Seconds since a process last did the work of the role; null while one does, or if none ever did. */
const sinceRole = (role: string) =>
  `select case when not bool_or(${doesRole(role)}) then ${since(`max(${lastDid(role)})`)} end
   from process where '${role}' = any(roles)`

/** Seconds for which the oldest job of these queues has been due without having been tried. */
const sinceJob = (queues: string) =>
  `select ${since('min(start_after)')} from ${jobSchema}.job
   where state = 'created' and start_after < now() and name not like '\\_\\_%' and ${queues}`

const isDelivery = `name like 'deliver-%'`
const isReport = `name = 'make-report'`

/** If this many receivers in a row are refused permanently, the cause is not their addresses. */
const fewestRefused = 3

/** Age in seconds of the oldest refused message that was requested after another one was last accepted. */
const sinceMessage = (channel: 'Email' | 'Text') => {
  const oldest = (status: string) => since(`min(created_at) filter (where status = '${status}')`)
  return `select greatest(${oldest('composed')},
     case when count(distinct receiver) filter (where status = 'failed') >= ${fewestRefused} then ${oldest('failed')} end)
   from message
   where channel = '${channel}' and (status = 'composed' and attempts > 0 and error is not null
       or status = 'failed' and provider_id is null)
     and created_at > coalesce((select max(finished_at) from message sent
       where sent.channel = '${channel}' and sent.status = 'sent'), '-infinity')`
}

/** Partitions are created when the last one, which is named by its first day, ends in less than 14 days. */
const sincePartition = `
  select extract(epoch from now() + interval '14 days' -
    (to_date(max(right(relname, 8)), 'YYYYMMDD') + interval '7 days'))::float8
  from pg_inherits join pg_class on pg_class.oid = inhrelid
  where inhparent = 'reading'::regclass and relname ~ '[0-9]{8}$'`

/** Each query returns one row with one number, or null. */
const measures: Record<Exclude<Work, 'Timers'>, string> = {
  Ingestion: sinceRole('ingest'),
  Workers: sinceRole('worker'),
  Events: `select ${since('min(event.stored_at)')} from event_cursor join event on event.seq = event_cursor.seq + 1`,
  Messages: sinceJob(isDelivery),
  Emails: sinceMessage('Email'),
  Texts: sinceMessage('Text'),
  Reports: sinceJob(isReport),
  Jobs: sinceJob(`not ${isDelivery} and not ${isReport}`),
  Partitions: sincePartition,
}

const measureAll = `select ${Object.entries(measures)
  .map(([work, measure]) => `(${measure}) as "${work}"`)
  .join(',\n')}`

/** Returns by how many seconds each kind of work is behind, of all processes together. */
export async function measureBehind(execute: Execute): Promise<Behind> {
  const [row] = await execute<Record<Work, number | null>>(measureAll, [])
  const measured = { ...row, Timers: await findTimerDelay(execute) }
  return Object.fromEntries(
    Object.entries(measured).flatMap(([work, seconds]) => (seconds === null ? [] : [[work, seconds]])),
  )
}

/** Counts messages still to be sent, by channel. */
export const countMessages = (execute: Execute): Promise<{ channel: string; count: number }[]> =>
  execute(
    `select channel, count(*)::int as count from message where status in ('requested', 'composed') group by channel`,
    [],
  )

/** Counts jobs given up after their last retry, by queue. */
export const countDeadJobs = (execute: Execute): Promise<{ queue: string; count: number }[]> =>
  execute(
    `select name as queue, count(*)::int as count from ${jobSchema}.job where name like '%.dead' group by name`,
    [],
  )
