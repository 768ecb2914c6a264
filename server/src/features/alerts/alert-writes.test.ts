import type pg from 'pg'
import { expect, test, vi } from 'vitest'
import { testIngest } from '../../../test/test-ingest.ts'
import { uuidv7 } from '../../platform/db/uuid.ts'
import { changeAlerts, insertAlerts } from './alert-writes.queries.ts'

test('an alert that has ended keeps its end, its reason and its peak', async () => {
  const { pool, make, db } = await testIngest(Date.now())
  const endedAt = new Date(Date.now() - 3_600_000)
  const { id } = await make.alert({
    device: await make.device(),
    started_at: new Date(endedAt.getTime() - 60_000),
    ended_at: endedAt,
    end_reason: 'Cleared',
  })
  const read = () =>
    db.selectFrom('alert').where('id', '=', id).select(['ended_at', 'end_reason', 'peak']).execute()
  const before = await read()
  const client = await pool.connect()
  try {
    const now = new Date().toISOString()
    const change = { id, peak: 99, peak_at: now, ended_at: now, end_reason: 'Offline', ended_by: null }
    await changeAlerts(client, [change])
  } finally {
    client.release()
  }
  expect(await read()).toEqual(before)
})

test('transactions that raise the first alerts of the same sites in opposite order do not deadlock', async () => {
  const { pool, make } = await testIngest(Date.now())
  const devices = await Promise.all([1, 2].map(async () => make.device({ site: await make.site() })))
  const alerts = devices
    .map(({ no, id, name, site }) => ({
      type_key: 'ECO2',
      severity: 'Warning',
      device_no: no,
      device_id: id,
      device_name: name,
      site_id: site?.id,
      site_name: site?.name,
      site_path: site?.path ?? '',
      site_path_names: [],
      time_zone: 'UTC',
      unit: '',
      started_at: new Date(0),
      ended_at: new Date(1000),
      unstable: false,
    }))
    .toSorted((a, b) => (a.site_path < b.site_path ? -1 : 1))
  const raise = (from: pg.PoolClient, rows: typeof alerts) =>
    insertAlerts(
      from,
      rows.map((row) => ({ ...row, id: uuidv7() })),
    )
  const [one, other] = await Promise.all([pool.connect(), pool.connect()])
  try {
    for (const client of [one, other]) await client.query('begin')
    await raise(one, alerts.slice(0, 1))
    const backend = await other.query<{ pid: number }>('select pg_backend_pid() as pid')
    const pid = backend.rows[0]?.pid
    const raised = raise(other, alerts.toReversed())
    const isWaiting = async () => {
      const { rowCount } = await pool.query('select from pg_locks where not granted and pid = $1', [pid])
      expect(rowCount).toBe(1)
    }
    await vi.waitFor(isWaiting, 60_000)
    await raise(one, alerts.slice(1))
    await one.query('commit')
    await raised
    await other.query('commit')
  } finally {
    for (const client of [one, other]) client.release(true)
  }
  const { rows } = await pool.query(
    'select count(*)::int as alerts, count(distinct site_path_no)::int as paths from alert',
  )
  expect(rows).toEqual([{ alerts: 4, paths: 2 }])
})
