import { expect, onTestFinished, test } from 'vitest'
import { type SinkAnswer, type SinkRequest, startSink } from '../test/http-sink.ts'
import { type HttpDevice, type HttpDeviceOptions, startHttpDevice } from './http-device.ts'
import type { Sample } from './kinds.ts'

const identity = { mac: 'A4:CF:12:7B:03:9E', key: 'a secret' }
const backoff = { firstMs: 10, mostMs: 40 }
const sample = (at: number): Sample => ({ at, readings: { ECO2: 612 } })
const samplesIn = ({ body }: SinkRequest): Sample[] => [JSON.parse(body)].flat()
const accept = (request: SinkRequest): SinkAnswer => ({
  status: 202,
  body: { Accepted: samplesIn(request).length, Duplicates: 0, Rejected: [] },
})

function device(portalUrl: string, more: Partial<HttpDeviceOptions> = {}): HttpDevice {
  const started = startHttpDevice({ identity, portalUrl, backoff, ...more })
  onTestFinished(() => started.stop())
  return started
}

test('a device authenticates each request with its MAC address and key', async () => {
  const at = await startSink(accept)
  const reporter = device(at.url)
  reporter.report(sample(1))
  await expect.poll(() => reporter.counts.accepted).toBe(1)
  expect(at.requests).toEqual([
    {
      method: 'POST',
      path: '/api/ingest/readings',
      authorization: `Basic ${Buffer.from('A4:CF:12:7B:03:9E:a secret').toString('base64')}`,
      contentType: 'application/json',
      body: JSON.stringify(sample(1)),
    },
  ])
})

test('the outcome of each sample is counted once', async () => {
  const at = await startSink(() => ({
    status: 202,
    body: { Accepted: 1, Duplicates: 1, Rejected: [{ Index: 2, Reason: 'unknown kind' }] },
  }))
  const reporter = device(at.url)
  reporter.report(sample(1), sample(2), sample(3))
  await expect
    .poll(() => reporter.counts)
    .toEqual({ accepted: 1, duplicates: 1, rejected: 1, dropped: 0, waiting: 0 })
})

test.each([429, 503])(
  'after a %i response the device waits as long as Retry-After says, then resends the samples',
  async (status) => {
    const waits: number[] = []
    const at = await startSink((request, index) =>
      index === 0 ? { status, headers: { 'retry-after': '1' } } : accept(request),
    )
    const reporter = device(at.url, {
      clock: {
        now: Date.now,
        after(delayMs, run) {
          waits.push(delayMs)
          const timer = setImmediate(run)
          return () => clearImmediate(timer)
        },
      },
    })
    reporter.report(sample(1))
    await expect.poll(() => reporter.counts.accepted).toBe(1)
    expect(at.requests).toHaveLength(2)
    expect(waits[0]).toBeGreaterThanOrEqual(1_000)
    expect(waits[0]).toBeLessThanOrEqual(1_000 + backoff.firstMs)
  },
)

test('an interrupted request is retried, and samples taken meanwhile follow in order', async () => {
  const at = await startSink((request, index) => (index < 3 ? undefined : accept(request)))
  const reporter = device(at.url, { samplesPerRequest: 4 })
  for (let n = 1; n <= 10; n++) reporter.report(sample(n))
  await expect.poll(() => reporter.counts.accepted).toBe(10)
  expect(at.requests.slice(3).flatMap(samplesIn)).toEqual(Array.from({ length: 10 }, (_, n) => sample(n + 1)))
})

test('a device whose key is rejected keeps its samples and retries', async () => {
  const troubles: Error[] = []
  const at = await startSink((request, index) => (index < 2 ? { status: 401 } : accept(request)))
  const reporter = device(at.url, { onTrouble: (error) => troubles.push(error) })
  reporter.report(sample(1))
  await expect.poll(() => reporter.counts).toMatchObject({ accepted: 1, dropped: 0, waiting: 0 })
  expect(troubles.map(({ message }) => message)).toEqual([
    expect.stringContaining('401'),
    expect.stringContaining('401'),
  ])
})

test('permanently rejected samples are dropped, counted, and do not block others', async () => {
  const at = await startSink((request, index) => (index === 0 ? { status: 400 } : accept(request)))
  const reporter = device(at.url, { samplesPerRequest: 1 })
  reporter.report(sample(1))
  reporter.report(sample(2))
  await expect.poll(() => reporter.counts).toMatchObject({ accepted: 1, dropped: 1, waiting: 0 })
})

test('a device runs a command once, reports a sample and answers, and refuses commands it does not support', async () => {
  const commands = [
    { Id: 'a', Command: 'refresh' },
    { Id: 'b', Command: 'dance' },
  ]
  const at = await startSink((request) =>
    request.method === 'PUT'
      ? { status: 204 }
      : { status: 202, body: { Accepted: 1, Duplicates: 0, Rejected: [], Commands: commands } },
  )
  const reporter = device(at.url, { measureNow: () => sample(2) })
  reporter.report(sample(1))
  await expect.poll(() => reporter.counts.accepted).toBe(2)
  const answers = () =>
    at.requests.filter(({ method }) => method === 'PUT').map(({ path, body }) => [path, body])
  await expect.poll(answers).toEqual([
    ['/api/ingest/commands/a', '{"Result":"Done"}'],
    ['/api/ingest/commands/b', '{"Result":"Refused"}'],
  ])
  expect(at.requests.filter(({ method }) => method === 'POST').flatMap(samplesIn)).toEqual([
    sample(1),
    sample(2),
  ])
})

test('a device that is switched off sends no more requests', async () => {
  const at = await startSink(() => ({ status: 503 }))
  const reporter = device(at.url)
  reporter.report(sample(1))
  await expect.poll(() => at.requests.length).toBeGreaterThan(1)
  reporter.stop()
  await expect.poll(() => reporter.counts).toMatchObject({ waiting: 1, dropped: 0 })
})
