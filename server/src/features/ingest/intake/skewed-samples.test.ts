import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { sendSamples } from '../../../../test/send-samples.ts'
import { type TestIngest, testIngest } from '../../../../test/test-ingest.ts'
import { takeBulk } from '../http/bulk-intake.ts'
import { submitAndWait } from '../writer/submit-and-wait.ts'
import { readMessage } from './intake.ts'
import { readAdapted } from './read-adapted.ts'

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

test.each([
  ['a number', (at: number) => at],
  ['text', (at: number) => new Date(at).toISOString()],
])(
  'messages from a clock that runs ahead, which arrive in the same millisecond, are all stored, with %s',
  async (_, timeOf) => {
    const app = await testIngest(now)
    const { mac } = await app.make.device()
    const { intake } = app.ingest
    const device = await intake.directory.findByMac(mac)
    if (!device) throw new Error('unknown device')
    const ahead = now + hour
    await Promise.all(
      [0, 0, 90, 0, 0].map((vape, index) => {
        const text = JSON.stringify({ at: timeOf(ahead + index * 5000), readings: { vape } })
        return submitAndWait(
          intake.writer,
          (submission) =>
            readMessage(Buffer.from(text), { device, channel: 'mqtt', submission }, intake).inputs,
        )
      }),
    )
    // Two messages of two samples each, whose distance is kept.
    await Promise.all(
      [41, 42].map((noise) =>
        sendSamples(
          app.ingest,
          mac,
          [ahead, ahead + 5000].map((at) => ({ at: timeOf(at), readings: { noise } })),
        ),
      ),
    )
    const { rows } = await app.pool.query<{ at: Date; vape: number | null; noise: number | null }>(
      'select at, vape, noise from reading order by at',
    )
    expect(rows.map(({ at, vape, noise }) => [at.getTime() - now, vape ?? noise])).toEqual([
      [-4995, 41],
      [-4994, 42],
      [0, 0],
      [1, 0],
      [2, 90],
      [3, 0],
      [4, 0],
      [5, 41],
      [6, 42],
    ])
    const alerts = await app.pool.query<{ type_key: string }>('select type_key from alert')
    expect(alerts.rows).toEqual([{ type_key: 'Vape' }])
    const { rows: states } = await app.pool.query('select skewed from device_state')
    expect(states).toEqual([{ skewed: true }])
  },
)

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

describe('a device that came to its customer half an hour ago, with a clock that is 2 h ahead', () => {
  const ahead = now + 2 * hour
  /** The first two were measured before the move, although their times are after it. Two have a value out of range. */
  const samples = [
    { at: ahead - hour, readings: { vape: 90 } },
    { at: ahead - 45 * 60_000, readings: { vape: 91, temperature: 900 } },
    { at: ahead - 20 * 60_000, readings: { vape: 1, temperature: 901 } },
    { at: ahead, readings: { vape: 2 } },
  ]
  const tooEarly = 'at is before the device came to this customer'
  const rejected = [
    { Index: 0, Reason: tooEarly },
    { Index: 1, Reason: tooEarly },
    { Index: 2, Reason: 'temperature 901 is outside -60 to 150' },
  ]

  async function moved() {
    const app = await testIngest(now)
    const device = await app.make.device()
    const since = new Date(now - hour / 2)
    await app.db.updateTable('device_number').set({ since }).where('no', '=', device.no).execute()
    return { app, device }
  }

  async function expectStored({ pool, db }: TestIngest, id: string) {
    const { rows } = await pool.query<{ at: Date; vape: number }>('select at, vape from reading order by at')
    expect(rows.map(({ at, vape }) => [at.getTime() - now, vape])).toEqual([
      [-20 * 60_000, 1],
      [0, 2],
    ])
    const refused = db.selectFrom('quarantine').select(['reason', 'device_id', 'count', 'payload'])
    expect(await refused.orderBy('reason').execute()).toEqual([
      { reason: 'before the move', device_id: null, count: 2, payload: expect.stringContaining('90') },
      { reason: 'out of range', device_id: id, count: 1, payload: expect.stringContaining('901') },
    ])
  }

  test('stores nothing from before the move', async () => {
    const { app, device } = await moved()
    const answer = await sendSamples(app.ingest, device.mac, samples)
    expect(answer).toEqual({ accepted: 2, duplicates: 0, rejected })
    await expectStored(app, device.id)
  })

  test('stores nothing from before the move through a gateway', async () => {
    const { app, device } = await moved()
    const lines = samples.map((sample) => `${JSON.stringify({ mac: device.mac, ...sample })}\n`)
    const taken = await takeBulk(
      Readable.from([Buffer.from(`\n${lines.join('')}`)]),
      { sitePath: '', ip: '127.0.0.1' },
      app.ingest.intake,
    )
    expect(taken).toEqual({
      accepted: 2,
      duplicates: 0,
      rejected: rejected.map(({ Index, Reason }) => ({ Index: Index + 1, Reason })),
      rejectedCount: 3,
    })
    await expectStored(app, device.id)
  })

  test('stores nothing from before the move in a format of another maker', async () => {
    const { app, device } = await moved()
    const { mac } = device
    const adapted = samples.map(({ at, readings }) => ({
      mac,
      sample: { at: new Date(at).toISOString(), readings },
    }))
    const message = await readAdapted(
      { samples: adapted, ignored: [] },
      { text: '', isJson: true, ip: '127.0.0.1' },
      { device: null, sitePath: '' },
      app.ingest.intake,
    )
    const { accepted } = await submitAndWait(app.ingest.writer, (submission) =>
      message.inputsFor(submission, 'http'),
    )
    expect([accepted, message.rejected]).toEqual([2, rejected])
    await expectStored(app, device.id)
  })
})
