import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../../../test/test-database.ts'
import { createPool } from '../../platform/db/pool.ts'
import { createLog } from '../../platform/log.ts'
import { trimLogs } from './trim-logs.job.ts'

const log = createLog('silent')
const retention = { quarantineDays: 30, quarantineMb: 200, auditDays: 730 }
const dayMs = 86_400_000

async function database() {
  const { url, drop } = await createTestDatabase()
  const pool = createPool(url, { max: 2, log })
  onTestFinished(async () => {
    await pool.end()
    await drop()
  })
  return {
    pool,
    trim: (given: Partial<typeof retention> = {}) =>
      trimLogs(pool, new Date(), { ...retention, ...given }, log),
    refuse: (reason: string, daysAgo: number, payload = '{}') =>
      pool.query(
        `insert into quarantine (minute, received_at, channel, mac, reason, payload, count)
         values ($1, $1, 'mqtt', '', $2, $3, 1)`,
        [new Date(Date.now() - daysAgo * dayMs), reason, payload],
      ),
    reasons: async () => {
      const { rows } = await pool.query<{ reason: string }>(
        'select reason from quarantine order by received_at',
      )
      return rows.map(({ reason }) => reason)
    },
    note: (action: string, daysAgo: number) =>
      pool.query('insert into audit_entry (at, action) values ($1, $2)', [
        new Date(Date.now() - daysAgo * dayMs),
        action,
      ]),
    actions: async () => {
      const { rows } = await pool.query<{ action: string }>('select action from audit_entry order by id')
      return rows.map(({ action }) => action)
    },
  }
}

test('rejected messages are deleted after their retention, and not before', async () => {
  const { trim, refuse, reasons } = await database()
  await refuse('old', 31)
  await refuse('kept', 29)
  await trim()
  expect(await reasons()).toEqual(['kept'])
  await trim({ quarantineDays: 28 })
  expect(await reasons()).toEqual([])
})

test('rejected messages stay within the disk budget: the oldest are deleted', async () => {
  const { pool, trim, refuse, reasons } = await database()
  await refuse('oldest', 3)
  await pool.query(
    `insert into quarantine (minute, received_at, channel, mac, reason, payload, count)
     select now() - interval '2 days', now() - interval '2 days', 'mqtt', n::text, 'flood', md5(n::text) || repeat(md5(random()::text), 31), 1
     from generate_series(1, 2000) n`,
  )
  await refuse('newest', 1)
  await trim()
  expect(await reasons()).toHaveLength(2002)
  await trim({ quarantineMb: 1 })
  const left = await reasons()
  expect(left[0]).toBe('flood')
  expect(left.at(-1)).toBe('newest')
  const { rows } = await pool.query('select sum(pg_column_size(q.*) + 200) as bytes from quarantine q')
  expect(Number(rows[0]?.bytes)).toBeLessThanOrEqual(1_000_000)
  expect(Number(rows[0]?.bytes)).toBeGreaterThan(990_000)
})

test('audit entries are deleted after their retention, and not before', async () => {
  const { trim, note, actions } = await database()
  await note('old', 731)
  await note('kept', 729)
  await trim()
  expect(await actions()).toEqual(['kept'])
})

test('changes to lists of devices are deleted after a day, except the newest of them, and those of another server', async () => {
  const { pool, trim } = await database()
  await pool.query('delete from device_list_change')
  const note = (xid: number, hoursAgo: number) =>
    pool.query(
      `insert into device_list_change (xid, at) values ($1::text::xid8, now() - $2 * interval '1 hour')`,
      [xid, hoursAgo],
    )
  const left = async () =>
    (await pool.query<{ xid: string }>('select xid from device_list_change order by xid')).rows.map(
      ({ xid }) => Number(xid),
    )
  await note(3, 90)
  await note(4, 50)
  await note(1e12, 50)
  await trim()
  expect(await left()).toEqual([4])
  await note(5, 25)
  await note(6, 23)
  await trim()
  expect(await left()).toEqual([5, 6])
})
