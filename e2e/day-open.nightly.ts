import { sites } from '@eot/contract/sites'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { type Cable, layCable } from './src/cable.ts'
import { settle } from './src/look.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { makeRoom, type Room } from './src/rooms.ts'
import { haveSession } from './src/screens.ts'
import { connectSensor, type SensorClient } from './src/sensor-client.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const hours = 24

const visit = useBrowser()
let portal: TestPortal
let cable: Cable
let siteId: string
let rooms: Room[]
let sensors: SensorClient[]

beforeAll(async () => {
  portal = await startPortal()
  cable = await layCable(portal.url)
  const ask = await signInToApi(portal.url)
  siteId = (await ask(sites.create, { body: { Name: 'North Hall', TimeZone: 'America/Chicago' } })).Id
  rooms = []
  for (const name of ['Room A', 'Room B', 'Room C']) rooms.push(await makeRoom(ask, name, siteId))
  sensors = []
  for (const room of rooms) sensors.push(await connectSensor(portal.mqttUrl, room))
})

afterAll(async () => {
  for (const sensor of sensors ?? []) await sensor.close()
  await cable?.close()
  await portal?.stop()
})

const calm = { vape: 1, sound: 40, temperature: 21, CO2: 600 }

/** What the rooms report in each hour of the day, besides calm readings. */
function loudIn(hourOfDay: number, room: number): object {
  if (room === 0 && hourOfDay % 6 === 3) return { vape: 90 }
  return { temperature: 20 + (hourOfDay % 5) + room }
}

/** Reports one hour of readings, ten minutes apart. Room C is offline from 8:00 to 12:00. */
async function reportHour(hourOfDay: number, from: number): Promise<void> {
  for (const [room, sensor] of sensors.entries()) {
    if (room === 2 && hourOfDay === 8) await sensor.publishStatus({ state: 'offline' })
    if (room === 2 && hourOfDay >= 8 && hourOfDay < 12) continue
    const samples = Array.from({ length: 6 }, (_, at) => ({
      at: from + at * 10 * minute,
      // Room B raises one alert, which stays open.
      readings: {
        ...calm,
        ...(room === 1 && hourOfDay >= 5 && { CO: 200 }),
        ...(at < 3 && loudIn(hourOfDay, room)),
      },
    }))
    await sensor.publish(samples)
  }
}

const paths = () => [
  '/dashboard',
  '/alerts',
  '/devices',
  '/devices/alert-activity',
  '/reports/alerts',
  `/devices/historical-sensor-data?deviceId=${rooms[0]?.id}`,
]

async function openPage(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${cable.url}${path}${path.includes('?') ? '&' : '?'}siteId=${siteId}`)
  await page.getByText(/^Live/).first().waitFor()
  await settle(page)
  return page
}

const linesOf = async (page: Page) => (await page.locator('main').innerText()).split(/\s*\n\s*/)

async function differences(open: Page, fresh: Page) {
  const [shown, expected] = await Promise.all([linesOf(open), linesOf(fresh)])
  return {
    onlyOpen: shown.filter((line) => !expected.includes(line)),
    onlyNew: expected.filter((line) => !shown.includes(line)),
  }
}

test('a page that was open for a day, with cuts of the network, shows what a new one shows', {
  timeout: 600_000,
}, async () => {
  // The clock of the browser begins a day ago, and each hour of it takes seconds. The server runs in real time.
  const start = Date.now() - hours * hour
  const { page: first } = await visit()
  const context = first.context()
  await context.clock.install({ time: start })
  await haveSession(first, cable.url)
  const open = new Map<string, Page>()
  for (const path of paths()) open.set(path, await openPage(context, path))

  for (let at = 0; at < hours; at++) {
    if (at === 6 || at === 18) cable.cut()
    await reportHour(at, start + at * hour)
    await context.clock.fastForward(hour - 10 * minute)
    await new Promise((resolve) => setTimeout(resolve, second))
    if (at === 7 || at === 18) cable.mend()
    await context.clock.fastForward(10 * minute)
  }
  for (const sensor of sensors) await sensor.publish({ at: Date.now(), readings: calm })
  await context.clock.fastForward(2 * minute)

  for (const [path, page] of open) {
    const fresh = await openPage(context, path)
    // Both show how long ago something was, so they may differ for a moment.
    await expect
      .poll(() => differences(page, fresh), { timeout: minute, message: path })
      .toEqual({ onlyOpen: [], onlyNew: [] })
    await fresh.close()
  }
})
