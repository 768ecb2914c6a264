import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { afterUse } from '../../../test/after-use.ts'
import { emptyDatabase } from '../../../test/empty-database.ts'
import { losingConnectionAt } from '../../../test/lose-connection.ts'
import { createLog } from '../log.ts'
import { listen } from './listen.ts'

test('a connection that is lost before it listens is replaced by a single one, which can be stopped', async () => {
  const url = await emptyDatabase()
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  afterUse(() => pool.end())
  const countListening = async () => {
    const { rows } = await pool.query(
      `select count(*)::int as count from pg_stat_activity where datname = current_database() and query like 'listen %'`,
    )
    return rows[0].count
  }
  const heard: (string | undefined)[] = []
  const { result: listener } = await losingConnectionAt(1, async () => {
    const started = listen(url, ['news'], (_, payload) => heard.push(payload), createLog('silent'))
    await vi.waitFor(() => expect(heard).toEqual([undefined]), 60_000)
    return started
  })
  // A second connection would have been opened at the same time.
  await pool.query(`select pg_sleep(0.5)`)
  expect(await countListening()).toBe(1)
  await pool.query(`notify news, 'once'`)
  await vi.waitFor(() => expect(heard).toEqual([undefined, 'once']), 60_000)
  await listener.stop()
  await vi.waitFor(async () => expect(await countListening()).toBe(0), 60_000)
})
