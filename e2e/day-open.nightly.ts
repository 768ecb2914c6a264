import { sites } from '@eot/contract/sites'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { type Cable, layCable } from './src/cable.ts'
import { settle } from './src/look.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { makeRoom, type Room } from './src/rooms.ts'
import { haveSession, isSameLoad, markLoad, portalHeading } from './src/screens.ts'
import { connectSensor, type SensorClient } from './src/sensor-client.ts'

const minuteMs = 60_000
const dayMs = 1440 * minuteMs
/** The clock of the browser is advanced by this many minutes at a time. */
const step = 10

const visit = useBrowser()
let portal: TestPortal
let cable: Cable
let siteId: string
const rooms: { room: Room; sensor: SensorClient }[] = []

beforeAll(async () => {
  portal = await startPortal()
  cable = await layCable(portal.url)
  const ask = await signInToApi(portal.url)
  siteId = (await ask(sites.create, { body: { Name: 'North Hall', TimeZone: 'Asia/Kolkata' } })).Id
  for (const name of ['Library', 'Room 214']) {
    const room = await makeRoom(ask, name, siteId)
    rooms.push({ room, sensor: await connectSensor(portal.mqttUrl, room) })
  }
})
afterAll(async () => {
  for (const { sensor } of rooms) await sensor.close()
  await cable?.close()
  await portal?.stop()
})

type Minutes = readonly [from: number, to: number]
const isIn = (spans: readonly Minutes[], minute: number) =>
  spans.some(([from, to]) => minute >= from && minute < to)

/** Minutes of the day in which the network of the browser is cut. */
const cuts: readonly Minutes[] = [
  [90, 150], // an alert starts and ends meanwhile
  [390, 420],
  [690, 720], // one starts
  [750, 780], // and ends
  [1200, 1320],
]
const vaping: readonly Minutes[] = [
  [100, 115],
  [300, 310],
  [707, 760],
  [1000, 1020],
  [1425, 1440],
]
/** Minutes in which the second room reports nothing. */
const silent: readonly Minutes[] = [
  [400, 520],
  [1210, 1260],
]

const readingsAt = (place: number, minute: number) => ({
  temperature: Math.round(210 + 20 * Math.sin(minute / 200 + place)) / 10,
  ECO2: Math.round(700 + 300 * Math.sin(minute / 90 + place)),
  vape: place === 0 && isIn(vaping, minute) ? 90 : 1,
})

async function report(startMs: number, from: number, to: number): Promise<void> {
  for (const [place, { sensor }] of rooms.entries()) {
    const minutes = Array.from({ length: to - from }, (_, n) => from + n)
    const samples = minutes
      .filter((minute) => place === 0 || !isIn(silent, minute))
      .map((minute) => ({ at: startMs + minute * minuteMs, readings: readingsAt(place, minute) }))
    if (samples.length > 0) await sensor.publish(samples)
  }
}

/** What a page shows, without ages, which change each second. */
const textOf = async (page: Page) =>
  (await page.locator('#main').innerText()).replaceAll(/\b\d+ s(ec(onds?)?)?\b( ago)?/g, 'seconds')

test('pages that have been open for a day, through cuts of the network, show the same as pages that were just loaded', async () => {
  const startMs = Math.floor(Date.now() / minuteMs) * minuteMs - dayMs
  const [first] = rooms
  if (!first) throw new Error('there are no rooms')
  const addresses = [
    '/dashboard',
    '/alerts',
    '/devices',
    `/devices/live-sensor-data?deviceId=${first.room.id}`,
    `/devices/historical-sensor-data?deviceId=${first.room.id}`,
    '/devices/all-rooms',
  ].map((address) => `${address}${address.includes('?') ? '&' : '?'}siteId=${siteId}`)
  await report(startMs, -10, 0)

  const { page: blank } = await visit()
  await haveSession(blank, cable.url)
  const context = blank.context()
  await context.clock.install({ time: startMs })
  const openPage = async (address: string) => {
    const page = await context.newPage()
    await page.goto(`${cable.url}${address}`)
    await portalHeading(page).waitFor()
    return page
  }
  const open: Page[] = []
  for (const address of addresses) open.push(await openPage(address))
  for (const page of open) await markLoad(page)

  for (let minute = 0; minute < 1440; minute += step) {
    if (cuts.some(([from]) => from === minute)) cable.cut()
    await report(startMs, minute, minute + step)
    await context.clock.fastForward(step * minuteMs)
    if (cuts.some(([, to]) => to === minute + step)) cable.mend()
  }

  for (const [place, address] of addresses.entries()) {
    const old = open[place]
    if (!old) throw new Error('a page is missing')
    await old.bringToFront()
    const fresh = await openPage(address)
    await settle(fresh)
    await vi.waitFor(async () => expect(await textOf(old), address).toBe(await textOf(fresh)), {
      timeout: 60_000,
      interval: 500,
    })
    expect(await isSameLoad(old)).toBe(true)
    await fresh.close()
  }
})
