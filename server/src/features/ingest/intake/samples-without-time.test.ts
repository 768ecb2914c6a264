import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { sendSamples } from '../../../../test/send-samples.ts'
import { type TestIngest, testIngest } from '../../../../test/test-ingest.ts'
import { takeBulk } from '../http/bulk-intake.ts'
import { submitAndWait } from '../writer/submit-and-wait.ts'
import { readMessage } from './intake.ts'

const now = Date.UTC(2026, 10, 20, 9)

/** What was stored: ms since the arrival, and the values. */
async function stored({ pool }: TestIngest) {
  const { rows } = await pool.query<{ at: Date; noise: number | null; co: number | null }>(
    'select at, noise, co from reading order by at',
  )
  return rows.map(({ at, noise, co }) => [at.getTime() - now, noise, co])
}

const sendLines = (app: TestIngest, lines: readonly object[]) =>
  takeBulk(
    Readable.from([Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))]),
    { sitePath: '', ip: '127.0.0.1' },
    app.ingest.intake,
  )

test('messages of a device that arrive in the same millisecond are all stored, and raise their alerts', async () => {
  const app = await testIngest(now)
  const { mac } = await app.make.device()
  await Promise.all(
    [{ noise: 41 }, { CO: 1 }, { vape: 90 }, { noise: 41 }].map((readings) =>
      sendSamples(app.ingest, mac, [{ readings }]),
    ),
  )
  expect(await stored(app)).toEqual([
    [0, 41, null],
    [1, null, 1],
    [2, null, null],
    [3, 41, null],
  ])
  const alerts = await app.pool.query('select type_key from alert')
  expect(alerts.rows).toEqual([{ type_key: 'Vape' }])
})

test('a single sample, read without the full parser, does not get the time of another one', async () => {
  const app = await testIngest(now)
  const { mac } = await app.make.device()
  const { intake } = app.ingest
  const device = await intake.directory.findByMac(mac)
  if (!device) throw new Error('unknown device')
  const send = (text: string) =>
    submitAndWait(
      intake.writer,
      (submission) => readMessage(Buffer.from(text), { device, channel: 'mqtt', submission }, intake).inputs,
    )
  await Promise.all(['{"readings":{"noise":41}}', '{"readings":{"CO":1}}'].map(send))
  expect(await stored(app)).toEqual([
    [0, 41, null],
    [1, null, 1],
  ])
})

test('samples of one message are all stored', async () => {
  const app = await testIngest(now)
  const { mac } = await app.make.device()
  const answer = await sendSamples(app.ingest, mac, [
    { readings: { noise: 41 } },
    { at: now - 1000, readings: { noise: 40 } },
    { readings: { CO: 1 } },
  ])
  expect(answer).toEqual({ accepted: 3, duplicates: 0, rejected: [] })
  expect(await stored(app)).toEqual([
    [-1000, 40, null],
    [0, 41, null],
    [1, null, 1],
  ])
})

test('lines of a gateway are all stored, in the usual form and in others', async () => {
  const app = await testIngest(now)
  const { mac } = await app.make.device()
  const taken = await sendLines(app, [
    { mac, readings: { noise: 41 } },
    { Mac: mac, Readings: { CO: 1 } },
    { mac, readings: { noise: 42 } },
  ])
  expect(taken).toMatchObject({ accepted: 3, duplicates: 0, rejectedCount: 0 })
  expect(await stored(app)).toEqual([
    [0, 41, null],
    [1, null, 1],
    [2, 42, null],
  ])
})

test('of more samples than a second has milliseconds, the rest is quarantined', async () => {
  const app = await testIngest(now)
  const { mac } = await app.make.device()
  const taken = await sendLines(
    app,
    Array.from({ length: 1500 }, (_, noise) => ({ mac, readings: { noise: noise / 10 } })),
  )
  expect(taken).toMatchObject({ accepted: 1001, duplicates: 499, rejectedCount: 0 })
  expect(await stored(app)).toHaveLength(1001)
  const quarantined = await app.pool.query('select reason, count from quarantine')
  expect(quarantined.rows).toEqual([{ reason: 'same time, other values', count: 499 }])
})

test('of messages that two processes receive in the same millisecond, all are stored, in their order', async () => {
  const app = await testIngest(now)
  const { mac } = await app.make.device()
  const other = app.another()
  await sendSamples(app.ingest, mac, [{ at: now - 60_000, readings: { noise: 40 } }])
  await sendSamples(other, mac, [{ at: now - 50_000, readings: { noise: 40 } }])
  const messages = (first: number) =>
    Array.from({ length: 50 }, (_, n) => ({ readings: { noise: first + n } }))
  const answers = [
    await sendSamples(app.ingest, mac, messages(50)),
    await sendSamples(other, mac, messages(101)),
  ]
  expect(answers.map(({ accepted }) => accepted)).toEqual([50, 50])
  expect((await stored(app)).slice(2)).toEqual(
    Array.from({ length: 100 }, (_, n) => [n, n < 50 ? 50 + n : 51 + n, null]),
  )
})
