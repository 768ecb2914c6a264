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

test('samples of a clock that runs ahead are all stored, up to their arrival, and raise what they have to', async () => {
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

test('so they are when their times are written as text', async () => {
  const { stored } = await sendFrom(['2026-11-20T12:00:00+01:00', '2026-11-20T12:00:30+01:00'], 0)
  expect(stored).toEqual([
    [-30_000, 90],
    [0, 1],
  ])
})

test('times that cannot be true are no reason to put a sample into a past that nobody named', async () => {
  const { stored } = await sendFrom([now + 2 * hour, Date.UTC(2099, 0, 1)], 0)
  expect(stored).toEqual([[0, 90]])
})

test('samples in time stay where they are beside one that is not', async () => {
  const { stored } = await sendFrom([now - 60_000, now + hour], 1)
  expect(stored).toEqual([
    [-60_000, 1],
    [0, 90],
  ])
})

test('lines of a gateway are spread device by device', async () => {
  const app = await testIngest(now)
  const [one, other] = [await app.make.device(), await app.make.device()]
  const line = (mac: string, at: number) => `${JSON.stringify({ mac, at, readings: { vape: 1 } })}\n`
  const ahead = now + 2 * hour
  const lines = [line(one.mac, ahead), line(other.mac, ahead + hour), line(one.mac, ahead + 5000)]
  const taken = await takeBulk(Readable.from([Buffer.from(lines.join(''))]), '', app.ingest.intake)
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
