import { expect, onTestFinished, test } from 'vitest'
import { installedDatabase } from '../../test/installed-database.ts'
import { migrate } from '../platform/db/migrate.ts'
import { createPool } from '../platform/db/pool.ts'
import { createLog } from '../platform/log.ts'
import { checkAuditLog } from './audit-check.queries.ts'

test('an upgrade keeps the audit log and its chain, and new entries continue it', async () => {
  const { url } = await installedDatabase('0010_events.sql')
  const pool = createPool(url, { max: 2, log: createLog('silent') })
  onTestFinished(() => pool.end())
  await pool.query("insert into audit_event (at, action) values (now() - interval '3 years', 'old')")
  await pool.query("insert into audit_event (action) values ('new')")
  const before = await pool.query<{ hash: string }>("select encode(hash, 'hex') as hash from audit_head")
  await migrate(url)
  await pool.query("insert into audit_entry (action) values ('newest')")
  const witness = { position: 2, hash: before.rows[0]?.hash ?? '' }
  expect(await checkAuditLog(pool, witness)).toMatchObject({ rows: 3, position: 3, faults: [] })
  await expect(pool.query('delete from audit_link where position = 3')).rejects.toThrow('only grows')
  const forgotten = await pool.query("select forget_audit_entries(now() - interval '2 years') as count")
  expect(forgotten.rows).toEqual([{ count: 1 }])
  expect((await checkAuditLog(pool)).faults).toEqual([])
})
