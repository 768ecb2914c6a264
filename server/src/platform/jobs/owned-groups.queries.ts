import { type Kysely, sql } from 'kysely'
import { jobSchema } from './job-queue.ts'

/** Lists the groups of these owners with due jobs in the queue. */
export async function listGroupsOf<Tables>(
  db: Kysely<Tables>,
  queue: string,
  owners: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ group: string }>`
    select distinct group_id as "group" from ${sql.raw(jobSchema)}.job
    where name = ${queue} and state in ('created', 'retry') and start_after <= ${sql.raw(jobSchema)}.job_now()
      and split_part(group_id, '/', 1) = any(${owners}::text[])`.execute(db)
  return rows.map(({ group }) => group)
}
