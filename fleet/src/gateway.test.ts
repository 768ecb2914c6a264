import { expect, test } from 'vitest'
import { type HttpSink, type SinkAnswer, type SinkRequest, startSink } from '../test/http-sink.ts'
import { type BulkSample, type GatewayOptions, MiscountedAnswer, sendBulk } from './gateway.ts'
import { IngestRefused } from './post-ingest.ts'

const linesOf = ({ body }: SinkRequest): BulkSample[] =>
  body
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))

const options = (at: HttpSink, more: Partial<GatewayOptions> = {}): GatewayOptions => ({
  portalUrl: at.url,
  token: 'gateway token',
  backoff: { firstMs: 5, mostMs: 20 },
  ...more,
})

function* samples(count: number): Generator<BulkSample> {
  for (let n = 0; n < count; n++)
    yield { mac: '02:00:00:00:00:01', at: n, readings: { ECO2: 400 + (n % 1_000) } }
}

/** A server that reports every tenth line as a duplicate and every hundredth as rejected. */
function judge(request: SinkRequest): SinkAnswer {
  const lines = linesOf(request)
  const Rejected = lines.flatMap(({ at }, Index) =>
    at % 100 === 99 ? [{ Index, Reason: 'out of range' }] : [],
  )
  const Duplicates = lines.filter(({ at }) => at % 10 === 0).length
  return {
    status: 202,
    body: { Accepted: lines.length - Duplicates - Rejected.length, Duplicates, Rejected },
  }
}

test('a stream is split into requests of at most 10,000 lines, and every line is counted', async () => {
  const at = await startSink(judge)
  const account = await sendBulk(samples(23_456), options(at, { linesPerRequest: 50_000 }))
  expect(at.requests.map((request) => linesOf(request).length)).toEqual([10_000, 10_000, 3_456])
  expect(at.requests[0]).toMatchObject({
    method: 'POST',
    path: '/api/ingest/bulk',
    authorization: 'Bearer gateway token',
    contentType: 'application/x-ndjson',
  })
  expect(at.requests.flatMap(linesOf)).toEqual([...samples(23_456)])
  expect(account).toMatchObject({ sent: 23_456, duplicates: 2_346, rejected: 234, requests: 3, retries: 0 })
  expect(account.refusals).toHaveLength(234)
  expect(account.refusals.at(-1)).toEqual({ line: 23_399, reason: 'out of range' })
  expect(account.accepted + account.duplicates + account.rejected).toBe(account.sent)
})

test('lines are resent to a server that is busy or fails, and counted once', async () => {
  const at = await startSink((request, index) => {
    if (index === 0) return { status: 429, headers: { 'retry-after': '0' } }
    if (index === 1) return { status: 503, headers: { 'retry-after': '0' } }
    return index === 2 ? undefined : judge(request)
  })
  const account = await sendBulk(samples(500), options(at))
  expect(account).toMatchObject({ sent: 500, requests: 1, retries: 3 })
  expect(new Set(at.requests.map(({ body }) => body)).size).toBe(1)
})

test('samples may come from an asynchronous generator', async () => {
  const at = await startSink(judge)
  async function* arriving() {
    for (const sample of samples(25)) {
      await Promise.resolve()
      yield sample
    }
  }
  expect(await sendBulk(arriving(), options(at, { linesPerRequest: 10 }))).toMatchObject({
    sent: 25,
    requests: 3,
  })
})

test('a request that is too large for the server is halved until it fits', async () => {
  const at = await startSink((request) => (linesOf(request).length > 30 ? { status: 413 } : judge(request)))
  const account = await sendBulk(samples(200), options(at))
  expect(account).toMatchObject({ sent: 200, requests: 8 })
  expect(account.refusals).toEqual([
    { line: 99, reason: 'out of range' },
    { line: 199, reason: 'out of range' },
  ])
})

test("a wrong token ends the stream with the server's error", async () => {
  const at = await startSink(() => ({ status: 401, body: { ErrorCode: 'invalid_gateway_token' } }))
  const failure = await sendBulk(samples(5), options(at)).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(IngestRefused)
  expect(failure).toMatchObject({ status: 401, message: expect.stringContaining('invalid_gateway_token') })
})

test('a line with one rejected value counts as accepted, and the rejection is listed', async () => {
  const at = await startSink(() => ({
    status: 202,
    body: {
      Accepted: 4,
      Duplicates: 0,
      Rejected: [
        { Index: 2, Reason: 'unknown sensor kind' },
        { Index: 4, Reason: 'no readings' },
      ],
    },
  }))
  expect(await sendBulk(samples(5), options(at))).toMatchObject({
    sent: 5,
    accepted: 4,
    rejected: 1,
    refusals: [{ line: 2 }, { line: 4 }],
  })
})

test('rejections that the server did not list are counted too', async () => {
  const at = await startSink(() => ({
    status: 202,
    body: { Accepted: 1, Duplicates: 0, Rejected: [{ Index: 0, Reason: 'no' }], RejectedCount: 4 },
  }))
  expect(await sendBulk(samples(5), options(at))).toMatchObject({ accepted: 1, rejected: 4 })
})

test.each([4, 6])('a response that accounts for %i of 5 lines is an error', async (accepted) => {
  const at = await startSink(() => ({
    status: 202,
    body: { Accepted: accepted, Duplicates: 0, Rejected: [] },
  }))
  await expect(sendBulk(samples(5), options(at))).rejects.toThrow(MiscountedAnswer)
})

test('an empty stream sends no request', async () => {
  const at = await startSink(judge)
  expect(await sendBulk([], options(at))).toMatchObject({ sent: 0, requests: 0 })
  expect(at.requests).toEqual([])
})
