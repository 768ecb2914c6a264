import { sites } from '@eot/contract/sites'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { type Cable, layCable } from './src/cable.ts'
import { makePerson } from './src/people.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { makeRoom } from './src/rooms.ts'
import { isSameLoad, markLoad, navigate, signIn } from './src/screens.ts'
import { connectSensor, type SensorClient } from './src/sensor-client.ts'
import { alertRows, bellCount, linesOf, openAlertCards } from './src/shown-alerts.ts'

const cutMs = 30_000

const visit = useBrowser()
let portal: TestPortal
let cable: Cable
const sensors: SensorClient[] = []

beforeAll(async () => {
  portal = await startPortal()
  cable = await layCable(portal.url)
  const ask = await signInToApi(portal.url)
  const { Id } = await ask(sites.create, { body: { Name: 'North Hall' } })
  for (const name of ['Room A', 'Room B', 'Room C']) {
    sensors.push(await connectSensor(portal.mqttUrl, await makeRoom(ask, name, Id)))
  }
})

afterAll(async () => {
  for (const sensor of sensors) await sensor.close()
  await cable?.close()
  await portal?.stop()
})

/** Four alert types that one sample raises and two samples half a minute apart end. */
const loud = { vape: 90, sound: 110, aggression: 95, tamper: 1 }
const calm = { vape: 1, sound: 40, aggression: 1, tamper: 0 }

/** "Vape, Room A, open": the text that each page must show once per alert. */
async function storedAlerts(): Promise<string[]> {
  const rows = await portal.sql<{ line: string }>(
    `select concat_ws(', ', type_key, device_name, case when ended_at is null then 'open' else 'ended' end) as line
     from alert`,
  )
  return rows.map(({ line }) => line).sort()
}

async function listedAlerts(page: Parameters<typeof alertRows>[0]): Promise<string[]> {
  const lines = (await linesOf(alertRows(page))).map((line) => {
    const [, type, device] = /^(\w+) \w+ (Room \w) /.exec(line) ?? [line]
    return [type, device, line.includes('Ongoing') ? 'open' : 'ended'].join(', ')
  })
  return lines.sort()
}

async function cardsOfOpenAlerts(page: Parameters<typeof openAlertCards>[0]): Promise<string[]> {
  const titles = await linesOf(openAlertCards(page).getByRole('heading'))
  return titles.map((title) => `${title}, open`).sort()
}

test('after half a minute without network nothing is missing or duplicated', async () => {
  const [one, two, three] = sensors as [SensorClient, SensorClient, SensorClient] // created above
  const { page: dashboard, faults } = await visit()
  await signIn(dashboard, cable.url)
  const list = await dashboard.context().newPage()
  await list.goto(`${cable.url}/alerts`)
  await list.getByText('No alerts in this time range').waitFor()
  const person = await makePerson(portal, { name: 'Priya Raman', role: 'Site Staff' })
  const { page: connected } = await visit()
  await signIn(connected, portal.url, person)
  await navigate(connected, 'ALERTS')
  for (const page of [dashboard, list, connected]) await markLoad(page)

  const startMs = Date.now() - 60_000
  const report = (sensor: SensorClient, seconds: number, readings: object) =>
    sensor.publish({ at: startMs + seconds * 1000, readings })
  await report(one, 0, loud)
  const inAll = (count: number) => expect.poll(async () => (await storedAlerts()).length).toBe(count)
  await inAll(4)
  for (const page of [dashboard, list, connected]) await expect.poll(() => bellCount(page)).toBe(4)
  await expect.poll(() => cardsOfOpenAlerts(dashboard)).toEqual(await storedAlerts())

  cable.cut()
  await dashboard.context().setOffline(true)
  const cutAt = Date.now()
  await dashboard.getByText('You are offline.').waitFor()
  await list.getByText('You are offline.').waitFor()
  await report(two, 0, loud)
  await report(one, 1, calm)
  await report(one, 32, calm)
  await report(two, 1, calm)
  await report(two, 32, calm)
  await report(three, 0, loud)
  await inAll(12)
  await expect.poll(() => listedAlerts(connected)).toEqual(await storedAlerts())
  expect(await bellCount(dashboard)).toBe(4)
  await new Promise((resolve) => setTimeout(resolve, cutAt + cutMs - Date.now()))
  faults.length = 0 // console errors due to the lost network
  cable.mend()
  await dashboard.context().setOffline(false)

  const stored = await storedAlerts()
  expect(stored.filter((line) => line.endsWith('open'))).toHaveLength(4)
  await expect
    .poll(() => cardsOfOpenAlerts(dashboard))
    .toEqual(stored.filter((line) => line.endsWith('open')))
  for (const page of [list, connected]) {
    await expect.poll(() => listedAlerts(page)).toEqual(stored)
  }
  for (const page of [dashboard, list, connected]) await expect.poll(() => bellCount(page)).toBe(12)

  await report(two, 120, loud)
  await inAll(16)
  for (const page of [dashboard, list, connected]) await expect.poll(() => bellCount(page)).toBe(16)
  for (const page of [list, connected]) {
    await expect.poll(() => listedAlerts(page)).toEqual(await storedAlerts())
  }
  for (const page of [dashboard, list, connected]) expect(await isSameLoad(page)).toBe(true)
  expect(faults).toEqual([])
})
