import type pg from 'pg'
import { jobSchema } from './job-queue.ts'

/** Lists the names of the queues with due jobs. */
export async function listDueQueues(pool: pg.Pool): Promise<Set<string>> {
  const { rows } = await pool.query<{ name: string }>(
    `select distinct name from ${jobSchema}.job where state in ('created', 'retry') and start_after <= ${jobSchema}.job_now()`,
  )
  return new Set(rows.map(({ name }) => name))
}
