import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { keepingPrevious } from './keeping-previous.ts'

interface Request {
  params?: { id: string }
  query?: Record<string, unknown>
}

/** Returns what is shown while the second request is under way. */
async function shownAfter(first: Request, second: Request, paths = ['/a', '/a'], enabled = true) {
  const client = new QueryClient()
  const optionsOf = (request: Request, path = '/', enabled = true) =>
    keepingPrevious({ queryKey: [path, request], queryFn: async () => request, enabled })
  const observer = new QueryObserver(client, optionsOf(first, paths[0]))
  const stop = observer.subscribe(() => undefined)
  await observer.refetch()
  observer.setOptions(optionsOf(second, paths[1], enabled))
  const { data } = observer.getCurrentResult()
  stop()
  return data
}

const firstPage = { query: { SiteId: 'a', Page: 0 } }

test.each<[string, Request]>([
  ['another page', { query: { SiteId: 'a', Page: 1 } }],
  ['another range', { query: { SiteId: 'a', Page: 0, startTime: 5 } }],
])('%s of the same site keeps the previous data until its own arrives', async (_, next) => {
  expect(await shownAfter(firstPage, next)).toEqual(firstPage)
})

test.each<[string, Request, Request]>([
  ['site', firstPage, { query: { SiteId: 'b', Page: 0 } }],
  ['device', { params: { id: 'a' } }, { params: { id: 'b' } }],
  ['set of devices', { query: { DeviceId: ['a'] } }, { query: { DeviceId: ['b'] } }],
  ['record', { query: { subject: 'a' } }, { query: { subject: 'b' } }],
  [
    'type of rating',
    { query: { SiteId: 'a', Type: 'AirQuality' } },
    { query: { SiteId: 'a', Type: 'Comfort' } },
  ],
])('data of another %s is not shown', async (_, before, after) => {
  expect(await shownAfter(before, after)).toBeUndefined()
})

test('data of another call is not shown', async () => {
  expect(await shownAfter(firstPage, firstPage, ['/a', '/b'])).toBeUndefined()
})

test('a request that is not made shows no data, since its own would never arrive', async () => {
  const next = { query: { SiteId: 'a', Page: 1 } }
  expect(await shownAfter(firstPage, next, ['/a', '/a'], false)).toBeUndefined()
})
