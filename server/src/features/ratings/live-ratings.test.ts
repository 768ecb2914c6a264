import type { RatingsMessage } from '@eot/contract/live'
import { afterAll, expect, test, vi } from 'vitest'
import { collect, connectLive, join, leave } from '../../../test/live-client.ts'
import { sendSamples } from '../../../test/send-samples.ts'
import { testLive } from '../../../test/test-live.ts'
import { createLog } from '../../platform/log.ts'
import { startLiveRatings } from './start-live-ratings.command.ts'

const app = await testLive()
afterAll(app.close)
const { ingest, make, signIn } = app

async function campusWithRoom() {
  const campus = await make.site()
  const school = await make.site({ parent: campus })
  const settings = JSON.stringify({ ReportInterval: 3600 }) as never // stored as it is
  const device = await make.device({ site: school, settings })
  const as = await signIn({ site: campus, role: 'Viewer' })
  const socket = await connectLive(app.url, as.AccessToken)
  return { campus, device, socket }
}

test('a client that watches a site gets its ratings at once, and again as readings below it change them', async () => {
  const { campus, device, socket } = await campusWithRoom()
  const messages = collect<RatingsMessage>(socket, 'ratings')
  expect(await join(socket, 'ratings', campus.id)).toEqual({ ok: true })
  await vi.waitFor(() => expect(messages.at(-1)?.AirQuality.Score).toBeNull(), 60_000)
  await sendSamples(ingest, device.mac, [{ readings: { ECO2: 2000, temperature: 22 } }])
  await vi.waitFor(() => expect(messages.at(-1)?.AirQuality.Score).toBe(60), 60_000)
  expect(messages.at(-1)).toMatchObject({
    SiteId: campus.id,
    Comfort: { Type: 'Comfort', SiteId: campus.id },
  })
  expect(messages.at(-1)?.Comfort.Score).toBeGreaterThan(30)
  await leave(socket, 'ratings', campus.id)
})

test('a site with too many rooms to rate live sends no empty rating, while a smaller one sends its own', async () => {
  const [large, small] = [await make.site(), await make.site()]
  for (const site of [large, large, small]) await make.device({ site })
  const rated: string[] = []
  const hub = {
    watchedSites: () => [large.id, small.id],
    sendRatings: ({ SiteId }: RatingsMessage) => void rated.push(SiteId),
  }
  const live = startLiveRatings({ hub, db: app.db, clock: app.clock, log: createLog('silent'), mostRooms: 1 })
  await vi.waitFor(() => expect(rated).toContain(small.id), 60_000)
  await live.stop()
  expect(rated).not.toContain(large.id)
})

test('new rooms are known within a minute, and readings in the meantime are not lost', async () => {
  const site = await make.site()
  const settings = JSON.stringify({ ReportInterval: 3600 }) as never // stored as it is
  const room = await make.device({ site, settings })
  const messages: RatingsMessage[] = []
  const hub = {
    watchedSites: () => [site.id],
    sendRatings: (message: RatingsMessage) => void messages.push(message),
  }
  let passedMs = 0
  const clock = () => new Date(app.clock().getTime() + passedMs)
  const live = startLiveRatings({ hub, db: app.db, clock, log: createLog('silent') })
  await vi.waitFor(() => expect(messages.at(-1)?.AirQuality.Rooms.Known).toBe(1), 60_000)
  await make.device({ site, settings })
  passedMs = 60_000
  await sendSamples(ingest, room.mac, [{ readings: { ECO2: 2000 } }])
  await vi.waitFor(
    () => expect(messages.at(-1)?.AirQuality).toMatchObject({ Score: 60, Rooms: { Known: 2, Rated: 1 } }),
    60_000,
  )
  await live.stop()
})

test('users do not get the ratings of a site above their own', async () => {
  const { socket } = await campusWithRoom()
  const other = await make.site()
  expect(await join(socket, 'ratings', other.id)).toMatchObject({ ok: false, ErrorCode: 'site_not_found' })
})
