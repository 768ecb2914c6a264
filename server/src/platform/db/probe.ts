import type pg from 'pg'

/** Whether the database takes writes now: a standby or a full disk does not give out transaction numbers. */
export async function isWritable(pool: pg.Pool): Promise<boolean> {
  try {
    await pool.query('select pg_current_xact_id()')
    return true
  } catch {
    return false // whatever the reason, the answer is no
  }
}
