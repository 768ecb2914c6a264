import type pg from 'pg'

/** Tables with readings and data derived from them, including their partitions. */
const tables = `reading|reading_chunk|reading_minute|reading_minute_chunk|reading_hour|reading_day|device_state|alert|alert_timer|event|quarantine`

export async function countReadings(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ count: string }>(
    `select (select count(*) from reading) + (select coalesce(sum(count), 0) from reading_chunk) as count`,
  )
  return Number(rows[0]?.count)
}

/** Returns bytes on disk by table, including indexes and TOAST. */
export async function storedBytes(pool: pg.Pool): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ name: string; bytes: string }>(
    `select coalesce(parent.relname, c.relname) as name, sum(pg_total_relation_size(c.oid)) as bytes
     from pg_class c
     left join pg_inherits i on i.inhrelid = c.oid
     left join pg_class parent on parent.oid = i.inhparent
     where c.relkind = 'r' and coalesce(parent.relname, c.relname) ~ $1
     group by 1 order by 2 desc`,
    [`^(${tables})$`],
  )
  return Object.fromEntries(rows.map(({ name, bytes }) => [name, Number(bytes)]))
}

/** Counts the readings in stored minutes, which include neither open minutes nor those of a single reading. */
export async function countRolledUp(pool: pg.Pool): Promise<{ minutes: number; rows: number }> {
  const { rows } = await pool.query<{ minutes: string; rows: string }>(
    'select count(*) as minutes, coalesce(sum(noise_n), 0) as rows from reading_minute',
  )
  return { minutes: Number(rows[0]?.minutes), rows: Number(rows[0]?.rows) }
}
