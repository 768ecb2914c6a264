import { sites } from '@eot/contract/sites'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Ask, signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { look, screenOptions, screens, settle } from './src/look.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { rare } from './src/rare.ts'
import { makeRoom, type Room } from './src/rooms.ts'
import { haveSession } from './src/screens.ts'
import { connectSensor } from './src/sensor-client.ts'
import { openAlertCards } from './src/shown-alerts.ts'

const visit = useBrowser()
let portal: TestPortal
let ask: Ask

beforeAll(async () => {
  portal = await startPortal()
  ask = await signInToApi(portal.url)
  // Reports all the time, so that the others are no outage of all sites together.
  await makeSchool('Washington School', 6)
})
afterAll(() => portal?.stop())

/** A site whose devices have reported once. */
async function makeSchool(name: string, count: number) {
  const { Id } = await ask(sites.create, { body: { Name: name } })
  const rooms: Room[] = []
  for (let number = 1; number <= count; number++) {
    const room = await makeRoom(ask, `Room ${number}`, Id)
    const sensor = await connectSensor(portal.mqttUrl, room)
    await sensor.publish({ readings: { temperature: 21 } })
    await sensor.close()
    rooms.push(room)
  }
  return { id: Id, rooms }
}

/** Records with SQL what takes five minutes of silence: the offline alerts of devices, and their events. */
const fallSilent = (rooms: readonly Room[]) =>
  portal.sql(
    `with raised as (
       insert into alert (id, type_key, severity, device_no, device_id, device_name, site_id, site_name, site_path,
         site_path_names, time_zone, started_at)
       select gen_random_uuid(), 'Offline', 'Serious', device.no, device.id, device.name, site.id, site.name, site.path,
         (select jsonb_agg(jsonb_build_object('Id', above.id, 'Name', above.name) order by length(above.path))
          from site above where starts_with(site.path, above.path)),
         site.time_zone, date_trunc('milliseconds', now() - interval '6 minutes')
       from device join site on site.id = device.site_id where device.id = any($1)
       returning id, device_id, site_path, started_at),
     counter as (update event_sequence set seq = seq + (select count(*) from raised) returning seq)
     insert into event (seq, kind, at, site_path, device_id, alert_id, alert_type)
     select counter.seq - row_number() over () + 1, 'AlertStarted', started_at, site_path, device_id, raised.id, 'Offline'
     from raised, counter`,
    [rooms.map(({ id }) => id)],
  )

const comeBack = (rooms: readonly Room[]) =>
  portal.sql(
    `with ended as (
       update alert set ended_at = now(), end_reason = 'Online' where device_id = any($1) and ended_at is null
       returning id, device_id, site_path, ended_at),
     counter as (update event_sequence set seq = seq + (select count(*) from ended) returning seq)
     insert into event (seq, kind, at, site_path, device_id, alert_id, alert_type)
     select counter.seq - row_number() over () + 1, 'AlertEnded', ended_at, site_path, device_id, ended.id, 'Offline'
     from ended, counter`,
    [rooms.map(({ id }) => id)],
  )

async function openDashboard(page: Page, siteId: string) {
  await haveSession(page, portal.url)
  await page.goto(`${portal.url}/dashboard?siteId=${siteId}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

test('devices that fall silent together are one notice on the dashboard, until most of them are back', async () => {
  const { id, rooms } = await makeSchool('Lincoln School', 5)
  const { page, faults } = await visit()
  await openDashboard(page, id)
  await page.getByRole('heading', { name: /All quiet/ }).waitFor()
  await fallSilent(rooms)
  const notice = openAlertCards(page).filter({ hasText: '5 devices went offline at the same time' })
  await notice.waitFor()
  await expect.poll(() => openAlertCards(page).count()).toBe(1)
  await notice.getByText('Lincoln School').waitFor()
  await notice.getByText('None of them is back').waitFor()

  await comeBack(rooms.slice(0, 2))
  await notice.getByText('2 of them are back').waitFor()
  await comeBack(rooms.slice(2, 4))
  await notice.waitFor({ state: 'detached' })
  await openAlertCards(page).getByText('Device offline, Room 5').waitFor()
  expect(await openAlertCards(page).count()).toBe(1)
  expect(faults).toEqual([])
})

rare(
  'the notice opens the offline alerts, the device names the outage, and the site keeps it in its history',
  async () => {
    const { id, rooms } = await makeSchool('Jefferson School', 3)
    await fallSilent(rooms)
    const { page, faults } = await visit()
    await openDashboard(page, id)
    await openAlertCards(page).getByRole('link', { name: '3 devices went offline at the same time' }).click()
    await page.getByRole('table', { name: 'Alerts' }).getByText('Room 3').waitFor()

    await page.goto(`${portal.url}/devices?siteId=${id}&deviceId=${rooms[0]?.id}`)
    await page.getByText('went offline at the same time as 2 other devices of Jefferson School').waitFor()
    await page.goto(`${portal.url}/site?siteId=${id}`)
    const entry = page.getByRole('region', { name: 'History' }).getByRole('listitem').first()
    await entry.getByText('Outage started').waitFor()
    expect(await entry.innerText()).toMatch(/Devices reporting\s+before:\s+3\s+after:\s+0\s+EoT LIVE/)
    expect(faults).toEqual([])
  },
)

describe.each(screens)('at $width px', (screen) => {
  rare(
    'an outage on the dashboard and on the page of a device is accessible and fits the screen',
    async () => {
      const { id, rooms } = await makeSchool(`School of ${screen.width} px`, 4)
      await fallSilent(rooms)
      const { page, faults } = await visit(screenOptions(screen))
      await openDashboard(page, id)
      await openAlertCards(page).getByText('4 devices went offline at the same time').waitFor()
      await settle(page)
      const found = await look(page, 'outage', screen)
      await page.goto(`${portal.url}/devices?siteId=${id}&deviceId=${rooms[0]?.id}`)
      await page.getByText(/went offline at the same time as/).waitFor()
      await settle(page)
      found.push(...(await look(page, 'outage-device', screen)))
      expect([...found, ...faults]).toEqual([])
    },
  )
})
