import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'

const pollMs = 100

/** Runs the compaction of past days now, and waits until it has completed. */
export async function compactNow(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into jobs.job (name, data) values ('compact-readings', '{}') returning id`,
  )
  await pool.query(`select pg_notify('jobs_enqueued', 'compact-readings')`)
  for (;;) {
    const { rows: found } = await pool.query<{ state: string }>(
      `select state from jobs.job where name = 'compact-readings' and id = $1`,
      [rows[0]?.id],
    )
    if (found[0]?.state === 'completed') return
    if (found[0]?.state === 'failed' || found[0]?.state === 'retry') throw new Error('the job has failed')
    await delay(pollMs)
  }
}

/** Waits until all late readings have been rated. */
export async function untilRated(pool: pg.Pool): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ isDue: boolean }>('select exists (select from rating_due) as "isDue"')
    if (rows[0]?.isDue === false) return
    await delay(pollMs)
  }
}
