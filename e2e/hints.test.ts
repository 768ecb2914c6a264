import { alerts } from '@eot/contract/alerts'
import { sites } from '@eot/contract/sites'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { look, phone, screenOptions } from './src/look.ts'
import { makePerson, type Person } from './src/people.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { rare } from './src/rare.ts'
import { makeRoom, type Room } from './src/rooms.ts'
import { haveSession } from './src/screens.ts'
import { connectSensor } from './src/sensor-client.ts'

const visit = useBrowser()
let portal: TestPortal
let manager: Person
let alertId: string

async function addHint(room: Room, kind: string, subject: string, evidence: object[], alert: string | null) {
  await portal.sql(
    `insert into hint (site_id, device_id, kind, subject, alert_id, first_at, last_at, evidence, rooms, days)
     select site_id, id, $2, $3, $5, now(), now(), $4, 6, 7 from device where id = $1`,
    [room.id, kind, subject, JSON.stringify(evidence), alert],
  )
}

beforeAll(async () => {
  portal = await startPortal()
  const ask = await signInToApi(portal.url)
  const { Id: Site } = await ask(sites.create, { body: { Name: 'North Hall' } })
  const room = await makeRoom(ask, 'Restroom A', Site)
  manager = await makePerson(portal, { name: 'Maria Reyes', role: 'Site Manager', site: 'North Hall' })
  const sensor = await connectSensor(portal.mqttUrl, room)
  await sensor.publish({ at: Date.now(), readings: { vape: 90 } })
  alertId = await vi.waitFor(async () => {
    const { Items: [alert] = [] } = await ask(alerts.list, {})
    expect(alert).toBeDefined()
    return alert?.Id ?? ''
  }, 60_000)
  await sensor.close()
  await addHint(
    room,
    'RoomUnlikeOthers',
    'temperature',
    [{ Sensor: 'temperature', Usual: 21.2, Value: 15.5 }],
    null,
  )
  const evidence = [
    { Sensor: 'particulate', Usual: 4, Value: 85 },
    { Sensor: 'TVOC', Usual: 120, Value: 400 },
  ]
  await addHint(room, 'CorroboratedVape', alertId, evidence, alertId)
})
afterAll(() => portal?.stop())

const card = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Hints', exact: true }) })

test('a hint about a room is on the dashboard, is dismissed as wrong, and can be brought back', async () => {
  const { page, faults } = await visit(screenOptions(phone))
  await haveSession(page, portal.url, manager)
  await page.goto(`${portal.url}/dashboard`)
  await page.getByRole('heading', { name: 'Latest alerts' }).waitFor()
  await page.keyboard.press('End')
  await card(page).getByText('In the 6 other rooms nearby it is around 21.2 °C.').waitFor()
  await card(page).getByRole('button', { name: 'Dismiss the hint about Restroom A' }).click()
  await page.getByRole('menuitem', { name: 'Wrong' }).click()
  await card(page).getByText('No unusual rooms and no drifting sensors').waitFor()
  await card(page).getByRole('button', { name: 'Show 1 more' }).click()
  await card(page).getByText('Dismissed as wrong by Maria Reyes').waitFor()
  await card(page).getByText('0 of 1 such hint was right.').waitFor()
  expect(await look(page, 'hints', phone)).toEqual([])
  await card(page).getByRole('button', { name: 'Show again' }).click()
  await card(page).getByRole('button', { name: 'Dismiss the hint about Restroom A' }).waitFor()
  expect(faults).toEqual([])
})

rare(
  'the details of a vape alert say what the other sensors tell, and how often that was right',
  async () => {
    const { page, faults } = await visit()
    await haveSession(page, portal.url, manager)
    await page.goto(`${portal.url}/alerts?alert=${alertId}`)
    await page.getByText('PM2.5 and TVOC rose with it: PM2.5 from 4.0 µg/m³ to 85.0 µg/m³').waitFor()
    await page.getByText('No feedback on hints like this yet.').waitFor()
    expect(faults).toEqual([])
  },
)
