import type { Endpoint } from '@eot/contract/endpoint'
import { endpoints } from '@eot/contract/endpoints'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { problemOf, testApp } from '../test/test-app.ts'
import { neededQuery, validRequest } from '../test/valid-requests.ts'

const { call, make, signInAsRoot } = await testApp()
const as = await signInAsRoot()
const site = await make.site()
const device = await make.device({ site })

const starts = ['startTime', 'startDate']
const shapeOf = (schema: z.ZodType | undefined): Record<string, z.ZodType> =>
  schema instanceof z.ZodObject ? schema.shape : {}
const withRange = endpoints.flatMap((endpoint) =>
  (['query', 'body'] as const).flatMap((part) => {
    const shape = shapeOf(endpoint[part])
    // The start and end of a webhook event are hours of the day.
    const start = starts.find((field) => shape[field]?.safeParse(Date.now()).success)
    return start ? [[`${endpoint.method} ${endpoint.path}`, endpoint, part, start] as const] : []
  }),
)

/** A valid request for the device, without its range. */
function requestOf(endpoint: Endpoint, part: 'query' | 'body') {
  const { params } = validRequest(endpoint)
  const needed = part === 'query' ? neededQuery(endpoint) : {}
  for (const name of ['DeviceId', 'deviceId']) if (name in shapeOf(endpoint.query)) needed[name] = device.id
  return { params: params && { ...params, id: device.id }, [part]: needed }
}

test('many calls take a time range', () => {
  expect(withRange.length).toBeGreaterThan(20)
})

test.each(withRange)('%s refuses a range that is empty or reversed', async (_name, endpoint, part, start) => {
  const request = requestOf(endpoint, part)
  const now = Date.now()
  for (const [from, to] of [
    [now, now],
    [now, now - 60_000],
  ]) {
    const range: Record<string, unknown> = {
      ...request[part],
      [start]: from,
      [start.replace('start', 'end')]: to,
    }
    const answer = await call<Endpoint>(endpoint, { ...request, [part]: range } as never, { as })
    expect(problemOf(answer)).toMatchObject({
      status: 400,
      ErrorCode: 'invalid_request',
      Errors: [{ Path: start, Message: `Must be before ${start.replace('start', 'end')}` }],
    })
  }
})
