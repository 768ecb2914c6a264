import type pg from 'pg'

/** Bytes a row takes besides its values: its header and its entries in four indexes. */
const overheadBytes = 200

export async function deleteQuarantineBefore(pool: pg.Pool, before: Date): Promise<void> {
  await pool.query('delete from quarantine where received_at < $1', [before])
}

/** Keeps the newest rows that fit into `bytes` together; returns the number of rows deleted. */
export async function deleteQuarantineBeyond(pool: pg.Pool, bytes: number): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from quarantine where id in (
       select id from (
         select id, sum(pg_column_size(q.*) + ${overheadBytes}) over (order by received_at desc, id desc) as total
         from quarantine q
       ) as sized where total > $1
     )`,
    [bytes],
  )
  return rowCount ?? 0
}

/** Returns the number of deleted rows and the current end of the log. */
export async function forgetAuditEntries(
  pool: pg.Pool,
  before: Date,
): Promise<{ forgotten: number; position: number; hash: string }> {
  const { rows } = await pool.query<{ forgotten: number; position: number; hash: string }>(
    `select forget_audit_entries($1) as forgotten, position, encode(hash, 'hex') as hash from audit_head`,
    [before],
  )
  return rows[0] ?? { forgotten: 0, position: 0, hash: '' }
}

/**
 * Deletes changes to device lists after a day. The newest of these is kept: processes with an older list must not rely on the rest. Also deletes those that came with a backup of another server, and have the IDs of future transactions.
 */
export async function deleteOldListChanges(pool: pg.Pool): Promise<void> {
  await pool.query(
    `with present as (select xid, at from device_list_change where xid < pg_snapshot_xmax(pg_current_snapshot()))
     delete from device_list_change
     where xid < (select max(xid) from present where at < now() - interval '1 day')
       or xid >= pg_snapshot_xmax(pg_current_snapshot())`,
  )
}
