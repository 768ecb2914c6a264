import { sensorKeys } from '@eot/contract/vocabulary'
import type { CopyEncoder } from '@eot/server/platform/db/copy-encoder'
import { copyInto } from '@eot/server/platform/db/copy-into'
import type pg from 'pg'

export interface BareTable {
  /** Seconds until the last transaction was committed; each encoder is one transaction. */
  copy(transactions: readonly CopyEncoder[]): Promise<number>
  count(): Promise<number>
  bytes(): Promise<number>
}

/** A table with the same key and values, but without partitions, rollups, device state or checks. */
export async function createBareTable(pool: pg.Pool, name: string): Promise<BareTable> {
  const columns = sensorKeys.map((key) => `${key} real`).join(', ')
  await pool.query(
    `create table ${name} (at timestamptz not null, device_no integer not null, ${columns}, primary key (device_no, at))`,
  )
  return {
    async copy(transactions) {
      const client = await pool.connect()
      try {
        const startedAt = performance.now()
        for (const rows of transactions) await copyInto(client, name, rows)
        return (performance.now() - startedAt) / 1000
      } finally {
        client.release()
      }
    },
    async count() {
      const { rows } = await pool.query<{ count: string }>(`select count(*) from ${name}`)
      return Number(rows[0]?.count)
    },
    async bytes() {
      const { rows } = await pool.query<{ bytes: string }>(
        'select pg_total_relation_size($1::regclass) as bytes',
        [name],
      )
      return Number(rows[0]?.bytes)
    },
  }
}
