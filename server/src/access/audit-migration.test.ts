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

test('an upgrade assigns existing entries to the place of their site, deleted or not, and of their alert', async () => {
  const { url } = await installedDatabase('0028_subscriptions.sql')
  const pool = createPool(url, { max: 2, log: createLog('silent') })
  onTestFinished(() => pool.end())
  const id = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`
  const path = (...digits: number[]) => digits.map((digit) => `${id(digit)}/`).join('')
  await pool.query(
    'insert into site (id, parent_id, path, name) values ($1, null, $2, $3), ($4, $1, $5, $6)',
    [...[id(1), path(1), 'Root'], ...[id(2), path(1, 2), 'School']],
  )
  await pool.query('insert into former_site (id, name, path, deleted_at) values ($1, $2, $3, now())', [
    id(3),
    'Old School',
    path(1, 3),
  ])
  await pool.query(
    `insert into alert (id, type_key, severity, device_no, device_id, device_name, site_id, site_name, site_path,
       site_path_names, time_zone, started_at)
     values ($1, 'Vape', 'critical', 1, $1, 'Lab', $2, 'Then', $3, '[]', 'UTC', now())`,
    [id(4), id(2), path(1, 5, 2)],
  )
  await pool.query(
    `insert into audit_entry (site_id, subject_id, action)
     values ($1, null, 'in a site'), ($2, null, 'in a deleted site'), ($1, $3, 'alert.confirmed'), (null, null, 'nowhere')`,
    [id(2), id(3), id(4)],
  )
  const before = await checkAuditLog(pool)
  await migrate(url)
  const { rows } = await pool.query('select action, site_path, site_name from audit_entry order by id')
  expect(rows).toEqual([
    { action: 'in a site', site_path: path(1, 2), site_name: 'School' },
    { action: 'in a deleted site', site_path: path(1, 3), site_name: 'Old School' },
    { action: 'alert.confirmed', site_path: path(1, 5, 2), site_name: 'Then' },
    { action: 'nowhere', site_path: null, site_name: null },
  ])
  expect(await checkAuditLog(pool, before)).toEqual(before)
  expect(before).toMatchObject({ rows: 4, faults: [] })
  await expect(pool.query('update audit_entry set site_path = null')).rejects.toThrow('only grows')
})

test('an upgrade records who wrote existing entries and confirmed alerts, and hashes cover names from then on', async () => {
  const { url } = await installedDatabase('0047_push.sql')
  const pool = createPool(url, { max: 2, log: createLog('silent') })
  onTestFinished(() => pool.end())
  const [site, user, alert] = [1, 2, 3].map((digit) => `00000000-0000-4000-8000-00000000000${digit}`)
  await pool.query("insert into site (id, path, name) values ($1::uuid, $1::text || '/', 'Root')", [site])
  await pool.query(
    `insert into app_user (id, site_id, role_id, email, full_name) select $1::uuid, $2::uuid, id, 'ann@x.test', 'Ann' from role limit 1`,
    [user, site],
  )
  await pool.query(
    `insert into alert (id, type_key, severity, device_no, device_id, device_name, site_id, site_name, site_path,
       site_path_names, time_zone, started_at, confirmed, confirmed_by, confirmed_at)
     values ($1::uuid, 'Vape', 'critical', 1, $1, 'Lab', $2::uuid, 'Root', $2::text || '/', '[]', 'UTC', now(), true, $3, now())`,
    [alert, site, user],
  )
  const write = () =>
    pool.query("insert into audit_entry (actor_id, action) values ($1, 'x'), (null, 'y')", [user])
  await write()
  const before = await checkAuditLog(pool)
  await migrate(url)
  expect(await checkAuditLog(pool, before)).toEqual(before)
  expect(before).toMatchObject({ rows: 2, faults: [] })
  const { rows } = await pool.query('select actor_name, hash_version from audit_entry order by id')
  expect(rows).toEqual([
    { actor_name: 'Ann', hash_version: 1 },
    { actor_name: null, hash_version: 1 },
  ])
  expect((await pool.query('select confirmed_by_name from alert')).rows).toEqual([
    { confirmed_by_name: 'Ann' },
  ])
  await write()
  expect(await checkAuditLog(pool, before)).toMatchObject({ rows: 4, position: 4, faults: [] })
  await expect(pool.query("update audit_entry set actor_name = 'Bo'")).rejects.toThrow('only grows')
})
