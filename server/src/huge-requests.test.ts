import { alerts } from '@eot/contract/alerts'
import type { Endpoint } from '@eot/contract/endpoint'
import { endpoints } from '@eot/contract/endpoints'
import { imports } from '@eot/contract/imports'
import { ingest } from '@eot/contract/ingest'
import { intervals, maxPoints, sensors } from '@eot/contract/sensors'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { urlOf } from '../test/call-endpoint.ts'
import { hostileCallers } from '../test/hostile-callers.ts'
import { sendSamples } from '../test/send-samples.ts'
import { problemOf, testApp } from '../test/test-app.ts'
import { neededQuery, validRequest } from '../test/valid-requests.ts'

const app = await testApp()
const { call, make } = app
const { administrator: as, callerFor, headersFor } = await hostileCallers(app)
const device = await make.device({ site: as.user.site })
const lastInstant = 8.64e15
const named = (list: readonly Endpoint[]) =>
  list.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)
const takes = ({ query }: Endpoint, name: string) => query instanceof z.ZodObject && name in query.shape

await sendSamples(app.ingest, device.mac, [
  { at: Date.now() - 60_000, readings: { CO: 1 } },
  { at: Date.now(), readings: { CO: 2 } },
])

const withBodies = endpoints.filter(
  // Gateways and imports send more than that.
  ({ body, streams }) =>
    body || (streams && streams !== ingest.bulk.streams && streams !== imports.create.streams),
)
test.each(named(withBodies))('%s rejects a body of 10 MB', async (_name, endpoint) => {
  const answer = await app.server.inject({
    method: endpoint.method,
    url: urlOf(endpoint, validRequest(endpoint).params),
    headers: { ...headersFor(endpoint), 'content-type': endpoint.streams ?? 'application/json' },
    payload: Buffer.alloc(10_000_000, ' '),
  })
  expect(problemOf({ text: answer.body })).toMatchObject({ status: 413, ErrorCode: 'payload_too_large' })
})

const searchable = endpoints.filter((endpoint) => takes(endpoint, 'search') && !endpoint.params)
test.each(named(searchable))('%s treats a pattern in its search as plain text', async (_name, endpoint) => {
  const patterns = [
    '((((a+)+)+)+)+$',
    '(.*)*\\1',
    '%_'.repeat(100),
    '\\',
    "' or 1=1 --",
    '[',
    'a'.repeat(200),
  ]
  for (const search of patterns) {
    const { status, text } = await call<Endpoint>(
      endpoint,
      { query: { ...neededQuery(endpoint), search } },
      { as: callerFor(endpoint) },
    )
    expect(status, search).toBe(200)
    if (!endpoint.produces) expect(countOf(JSON.parse(text)), search).toBe(0)
  }
})

interface Counted {
  Total?: number
  Series?: { Points: [at: number, count: number][] }[]
  Cells?: { Count: number }[]
}

/** Returns the number of results of a list, a count, a lookup, a series or a heatmap. */
function countOf(found: Counted | unknown[]): number | undefined {
  if (Array.isArray(found)) return found.length
  const counts =
    found.Series?.flatMap(({ Points }) => Points.map(([, count]) => count)) ??
    found.Cells?.map(({ Count }) => Count)
  return counts ? counts.reduce((sum, count) => sum + count, 0) : found.Total
}

const tooMany = Array.from({ length: 10_000 }, () => device.id)

test.each([
  ['DeviceId', sensors.series],
  ['deviceId', alerts.list],
  ['deviceId', alerts.export],
] as const)('10,000 devices as %s are rejected', async (name, endpoint) => {
  const answer = await call<Endpoint>(endpoint, { query: { [name]: tooMany } }, { as })
  expect(problemOf(answer)).toMatchObject({ status: 400, Errors: [{ Path: name }] })
})

test('over the network, a request with 10,000 devices is rejected as too large', async () => {
  const origin = await app.server.listen({ port: 0, host: '127.0.0.1' })
  const answer = await fetch(origin + urlOf(alerts.list, {}, { deviceId: tooMany }))
  expect(answer.status).toBe(431)
  expect(await answer.json()).toMatchObject({ ErrorCode: 'payload_too_large' })
})

test.each(intervals)(
  'a series over all time at the interval %s has at most 2,000 points',
  async (interval) => {
    const query = { DeviceId: device.id, type: 'CO', startTime: 0, endTime: lastInstant, interval }
    const { status, data } = await call(sensors.series, { query }, { as })
    expect(status).toBe(200)
    const points = data.Series[0]?.Points ?? []
    expect(points.length).toBeGreaterThan(0)
    expect(points.length).toBeLessThanOrEqual(maxPoints)
  },
)

test.each(intervals)(
  'the first and last instants of time have no values at the interval %s',
  async (interval) => {
    for (const startTime of [0, lastInstant - 1]) {
      const query = { DeviceId: device.id, startTime, endTime: startTime + 1, interval }
      const { status, data } = await call(sensors.series, { query }, { as })
      expect(status).toBe(200)
      expect(data.Series.flatMap(({ Points }) => Points)).toEqual([])
    }
  },
)

test('alerts of all time include every alert', async () => {
  await make.alert({ device })
  for (const rangeBy of ['Open', 'Start'] as const) {
    const query = { startTime: 0, endTime: lastInstant, rangeBy, deviceId: device.id }
    expect((await call(alerts.list, { query }, { as })).data.Total).toBe(1)
    expect((await call(alerts.export, { query }, { as })).text.trim().split('\n')).toHaveLength(2)
  }
})
