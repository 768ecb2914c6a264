import { sites } from '@eot/contract/sites'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { type Cable, layCable } from './src/cable.ts'
import { holdResponse } from './src/hold-response.ts'
import { settle } from './src/look.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { makeRoom, type Room } from './src/rooms.ts'
import { haveSession } from './src/screens.ts'
import { connectSensor, type SensorClient } from './src/sensor-client.ts'
import { alertRows, linesOf, openAlertCards } from './src/shown-alerts.ts'

const minute = 60_000

const visit = useBrowser()
let portal: TestPortal
let cable: Cable
let siteId: string
let rooms: Room[]
const sensors: SensorClient[] = []

beforeAll(async () => {
  portal = await startPortal()
  cable = await layCable(portal.url)
  const ask = await signInToApi(portal.url)
  siteId = (await ask(sites.create, { body: { Name: 'North Hall' } })).Id
  rooms = []
  for (const name of ['Room A', 'Room B', 'Room C', 'Room D']) rooms.push(await makeRoom(ask, name, siteId))
  for (const room of rooms) sensors.push(await connectSensor(portal.mqttUrl, room))
})

afterAll(async () => {
  for (const sensor of sensors) await sensor.close()
  await cable?.close()
  await portal?.stop()
})

async function report(room: number, readings: object) {
  await sensors[room]?.publish({ at: Date.now(), readings })
}

/** Raises an alert by half an hour of readings that ends at this time. It stays open without further readings. */
async function raiseCO(room: number, end = Date.now()) {
  const samples = Array.from({ length: 31 }, (_, at) => ({
    at: end - (30 - at) * minute,
    readings: { CO: 200 },
  }))
  await sensors[room]?.publish(samples)
}

/** Waits until this many alerts are stored. */
const raised = (count: number) =>
  expect.poll(async () => (await portal.sql('select from alert')).length, { timeout: minute }).toBe(count)

test('an alert on an open page is marked "No data" once its sensor is silent, until it sends again', async () => {
  await raiseCO(0, Date.now() - 10 * minute)
  await report(0, { temperature: 21 })
  await raised(1)
  // Instead of waiting, this changes how long the sensor may be silent: half an hour, then five minutes.
  const expectReports = (seconds: number) =>
    portal.sql(`update device set settings = settings || jsonb_build_object('ReportInterval', $1::int)`, [
      seconds,
    ])
  await expectReports(600)
  const { page, faults } = await visit()
  await page.clock.install()
  await haveSession(page, portal.url)
  await page.goto(`${portal.url}/alerts?siteId=${siteId}`)
  const row = alertRows(page).filter({ hasText: 'Room A' })
  const mark = row.getByText('No data', { exact: true })
  await row.waitFor()
  expect(await mark.count()).toBe(0)
  await expectReports(60)
  await page.clock.fastForward(minute + 1000)
  await mark.waitFor()
  await report(0, { CO: 190 })
  await page.clock.fastForward(minute + 1000)
  await mark.waitFor({ state: 'detached' })
  expect(faults).toEqual([])
})

test('an alert that starts while the list of open alerts is being read is shown', async () => {
  const { page, faults } = await visit()
  await haveSession(page, portal.url)
  await page.goto(`${portal.url}/dashboard`)
  await page.getByText(/^Live/).first().waitFor()
  const readsOpenAlerts = ({ pathname, searchParams }: URL) =>
    pathname === '/api/alerts' &&
    searchParams.get('ongoing') === 'true' &&
    searchParams.get('SiteId') === siteId
  const held = await holdResponse(page, readsOpenAlerts)
  await page.getByRole('link', { name: 'North Hall' }).first().click()
  await held.received
  await raiseCO(1)
  await raised(2)
  // Once the bell counts it, the message has arrived.
  await page.getByRole('button', { name: /^Notifications.*1 new alert/ }).waitFor()
  held.release()
  await expect.poll(() => linesOf(openAlertCards(page).getByRole('heading'))).toHaveLength(2)
  expect(faults).toEqual([])
})

test('nothing is missing after a resync during which another alert starts', async () => {
  const { page, faults } = await visit()
  await haveSession(page, cable.url)
  await page.goto(`${cable.url}/dashboard?siteId=${siteId}`)
  await page.getByText(/^Live/).first().waitFor()
  await expect.poll(() => openAlertCards(page).count()).toBe(2)
  await settle(page)
  await page.waitForLoadState('networkidle')
  cable.cut()
  await page
    .getByText(/^Reconnecting/)
    .first()
    .waitFor()
  await raiseCO(2)
  await raised(3)
  // As after a cut of days, whose events are no longer stored.
  const held = await holdResponse(page, ({ pathname }) => pathname === '/api/live/events', {
    Seq: 0,
    Resync: true,
    Alerts: [],
    Devices: [],
    Changes: [],
  })
  faults.length = 0 // console errors due to the lost network
  cable.mend()
  await held.received
  await raiseCO(3)
  await raised(4)
  await new Promise((resolve) => setTimeout(resolve, 2000)) // the message has arrived, but nothing shows that
  held.release()
  await expect.poll(() => openAlertCards(page).count(), { timeout: minute }).toBe(4)
  expect(faults).toEqual([])
})

test('an alert that starts at a site before its live events are received is shown', async () => {
  const ask = await signInToApi(portal.url)
  const south = await ask(sites.create, { body: { Name: 'South Hall' } })
  const sensor = await connectSensor(portal.mqttUrl, await makeRoom(ask, 'Room E', south.Id))
  sensors.push(sensor)
  const { page, faults } = await visit()
  const released = Promise.withResolvers<void>()
  let isHolding = false
  await page.routeWebSocket(/\/ws\//, (browser) => {
    const server = browser.connectToServer()
    browser.onMessage(async (message) => {
      if (isHolding && String(message).includes('"join"')) await released.promise
      server.send(message)
    })
  })
  await haveSession(page, portal.url)
  await page.goto(`${portal.url}/dashboard`)
  await page.getByText(/^Live/).first().waitFor()
  await settle(page)
  isHolding = true
  await page.getByRole('link', { name: 'South Hall' }).first().click()
  await page.getByRole('heading', { name: /^All quiet at South Hall/ }).waitFor()
  await settle(page)
  await page.waitForLoadState('networkidle')
  await sensor.publish({ readings: { vape: 90 } })
  await expect
    .poll(() => portal.sql(`select from alert where site_id = $1`, [south.Id]), { timeout: minute })
    .toHaveLength(1)
  released.resolve()
  await expect.poll(() => openAlertCards(page).count()).toBe(1)
  expect(faults).toEqual([])
})
