import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { sendSamples } from '../../../../test/send-samples.ts'
import { testIngest } from '../../../../test/test-ingest.ts'
import { takeBulk } from '../http/bulk-intake.ts'

const now = Date.UTC(2026, 10, 20, 9)
const hour = 3_600_000

async function sendFrom(times: readonly (number | string)[], peak: number) {
  const app = await testIngest(now)
  const { mac } = await app.make.device()
  const samples = times.map((at, index) => ({ at, readings: { vape: index === peak ? 90 : 1 } }))
  const answer = await sendSamples(app.ingest, mac, samples)
  const stored = await app.pool.query<{ at: Date; vape: number }>('select at, vape from reading order by at')
  const alerts = await app.pool.query<{ started_at: Date }>('select started_at from alert')
  return {
    answer,
    stored: stored.rows.map(({ at, vape }) => [at.getTime() - now, vape]),
    alerts: alerts.rows.map(({ started_at }) => started_at.getTime() - now),
  }
}

test('samples from a clock that runs ahead are all stored, up to their arrival, and raise the alerts they should', async () => {
  const ahead = now + 2 * hour
  const { answer, stored, alerts } = await sendFrom([ahead, ahead + 5000, ahead + 10_000], 1)
  expect(answer).toMatchObject({ accepted: 3, duplicates: 0 })
  expect(stored).toEqual([
    [-10_000, 1],
    [-5000, 90],
    [0, 1],
  ])
  expect(alerts).toEqual([-5000])
})

test('samples from a clock that runs ahead are stored the same way if their times are written as text', async () => {
  const { stored } = await sendFrom(['2026-11-20T12:00:00+01:00', '2026-11-20T12:00:30+01:00'], 0)
  expect(stored).toEqual([
    [-30_000, 90],
    [0, 1],
  ])
})

test('samples whose implausible times are days apart are not moved into the past', async () => {
  const { stored } = await sendFrom([now + 2 * hour, Date.UTC(2099, 0, 1)], 0)
  expect(stored).toEqual([[0, 90]])
})

test('samples with a correct time keep it next to one without', async () => {
  const { stored } = await sendFrom([now - 60_000, now + hour], 1)
  expect(stored).toEqual([
    [-60_000, 1],
    [0, 90],
  ])
})

test('the lines of a gateway are spread out separately for each device', async () => {
  const app = await testIngest(now)
  const [one, other] = [await app.make.device(), await app.make.device()]
  const line = (mac: string, at: number) => `${JSON.stringify({ mac, at, readings: { vape: 1 } })}\n`
  const ahead = now + 2 * hour
  const lines = [line(one.mac, ahead), line(other.mac, ahead + hour), line(one.mac, ahead + 5000)]
  const taken = await takeBulk(
    Readable.from([Buffer.from(lines.join(''))]),
    { sitePath: '', ip: '127.0.0.1' },
    app.ingest.intake,
  )
  expect(taken).toMatchObject({ accepted: 3, duplicates: 0, rejectedCount: 0 })
  const { rows } = await app.pool.query<{ at: Date; device_no: number }>(
    'select at, device_no from reading order by at, device_no',
  )
  expect(rows.map(({ at, device_no }) => [at.getTime() - now, device_no])).toEqual([
    [-5000, one.no],
    [0, one.no],
    [0, other.no],
  ])
})
