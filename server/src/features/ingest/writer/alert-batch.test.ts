import { expect, test } from 'vitest'
import { sendSamples } from '../../../../test/send-samples.ts'
import { testIngest } from '../../../../test/test-ingest.ts'

const start = Date.UTC(2026, 10, 20, 12)
const minute = 60_000

test('alerts of one type that start and end within one batch are all stored with it in one transaction', async () => {
  const app = await testIngest(start)
  const device = await app.make.device()
  const vape = (minutesAgo: number, value: number) => ({
    at: start - minutesAgo * minute,
    readings: { vape: value },
  })
  await sendSamples(app.ingest, device.mac, [vape(60, 70)])
  const samples = [
    vape(59, 80),
    vape(58, 3),
    vape(57, 3),
    vape(40, 90),
    vape(39, 3),
    vape(38, 3),
    vape(20, 60),
  ]
  await sendSamples(app.ingest, device.mac, samples)
  const { rows: alerts } = await app.pool.query(
    'select started_at, ended_at, value, peak, peak_at, end_reason from alert order by started_at',
  )
  const ago = (minutes: number) => new Date(start - minutes * minute)
  expect(alerts).toEqual([
    {
      started_at: ago(60),
      ended_at: ago(57.5),
      value: 70,
      peak: 80,
      peak_at: ago(59),
      end_reason: 'Cleared',
    },
    {
      started_at: ago(40),
      ended_at: ago(38.5),
      value: 90,
      peak: 90,
      peak_at: ago(40),
      end_reason: 'Cleared',
    },
    { started_at: ago(20), ended_at: null, value: 60, peak: 60, peak_at: ago(20), end_reason: null },
  ])
  // Two messages, two transactions: the database rejected none, so no batch was split.
  const { rows } = await app.pool.query('select count(distinct xmin::text) as transactions from reading')
  expect(rows).toEqual([{ transactions: 2 }])
})
