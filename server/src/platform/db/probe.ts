import type pg from 'pg'

/** Whether the database accepts writes: it assigns no transaction ids on a standby or with a full disk. */
export async function isWritable(pool: pg.Pool): Promise<boolean> {
  try {
    await pool.query('select pg_current_xact_id()')
    return true
  } catch {
    return false // any failure means it does not
  }
}
