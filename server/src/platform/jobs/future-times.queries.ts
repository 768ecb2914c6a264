import type pg from 'pg'
import { jobSchema } from './job-queue.ts'

/** The queue with which pg-boss makes sure that a scheduled time is enqueued once. */
const sendQueue = '__pgboss__send-it'

/**
 * Forgets the times in the future that pg-boss stored while the clock of the database was ahead. Until that time, it would
 * check no schedules and no queues, and then skip the scheduled times as already enqueued. Returns the time of the database in
 * milliseconds.
 */
export async function forgetFutureTimes(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ now: Date }>(
    `with clock as (
       select ${jobSchema}.job_now() as now, ${jobSchema}.job_now() + interval '1 minute' as soon
     ), checks as (
       update ${jobSchema}.version set cron_on = least(cron_on, now), bam_on = least(bam_on, now),
         flow_on = least(flow_on, now), reindex_on = least(reindex_on, now), monitor_backoff_on = null
       from clock where greatest(cron_on, bam_on, flow_on, reindex_on) > soon
     ), ahead as (
       select name from ${jobSchema}.queue, clock where greatest(monitor_claim_on, maintain_on) > soon
       -- In the order in which pg-boss locks them.
       order by name for no key update of queue
     ), queues as (
       update ${jobSchema}.queue set monitor_claim_on = least(monitor_claim_on, now),
         maintain_on = least(maintain_on, now)
       from ahead, clock where queue.name = ahead.name
     ), sent as (
       delete from ${jobSchema}.job using clock
       where name = $1 and state <> 'cancelled' and singleton_on > soon at time zone 'utc'
     )
     select now from clock`,
    [sendQueue],
  )
  return rows[0]?.now.getTime() ?? 0
}
