import { expect, test } from 'vitest'
import { testIngest } from '../../../test/test-ingest.ts'
import { changeAlerts } from './alert-writes.queries.ts'

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
