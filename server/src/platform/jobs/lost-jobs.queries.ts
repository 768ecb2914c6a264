import type pg from 'pg'
import { jobSchema } from './job-queue.ts'

/** After this time without a heartbeat, a worker is considered dead. */
const lostAfterSeconds = 15
/** A job whose workers died more often than this may be the reason. From then on, a death counts as a failed attempt. */
export const mostDeaths = 10

/**
 * Makes the jobs of dead workers due at once, without counting this as a failed attempt. Returns their number.
 *
 * The count of attempts cannot stay the same, since it identifies the attempt, and a worker that was only frozen must not
 * be able to complete the next one. So the limit grows with it, and the delay, which doubles with each attempt, shrinks.
 */
export async function retryLostJobs(pool: pg.Pool, queues: readonly string[]): Promise<number> {
  const { rowCount } = await pool.query(
    `update ${jobSchema}.job j set state = 'retry', start_after = now(), heartbeat_on = null,
       retry_limit = j.retry_limit + 1, retry_delay = greatest(j.retry_delay / 2, 1)
     from ${jobSchema}.queue q
     where q.name = j.name and j.name = any($1) and j.state = 'active'
       and j.heartbeat_on < now() - $2 * interval '1 s' and j.retry_limit < q.retry_limit + $3`,
    [queues, lostAfterSeconds, mostDeaths],
  )
  return rowCount ?? 0
}
