import type pg from 'pg'
import { jobSchema, type WaitingJob } from './job-queue.ts'

/** Lists all jobs that have not ended, without dead letters. The tables belong to the queue library. */
export async function listWaitingJobs(client: pg.Client): Promise<WaitingJob[]> {
  const { rows: found } = await client.query(
    'select from pg_tables where schemaname = $1 and tablename = $2',
    [jobSchema, 'job'],
  )
  if (found.length === 0) return []
  const { rows } = await client.query<WaitingJob>(
    `select id::text, name, data, to_jsonb(j) ->> 'group_id' as "group",
       to_char(start_after at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "startAt"
     from ${jobSchema}.job j where state in ('created', 'retry', 'active') and name not like '%.dead' order by name, id`,
  )
  return rows
}
