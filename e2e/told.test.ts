import { alerts } from '@eot/contract/alerts'
import { sites } from '@eot/contract/sites'
import { subscriptions } from '@eot/contract/subscriptions'
import { told } from '@eot/contract/told'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { look, screenOptions, screens, settle } from './src/look.ts'
import { makePerson, type Person } from './src/people.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { rare } from './src/rare.ts'
import { makeRoom } from './src/rooms.ts'
import { haveSession } from './src/screens.ts'
import { connectSensor } from './src/sensor-client.ts'

const visit = useBrowser()
let portal: TestPortal
let alertId: string
let manager: Person
let viewer: Person

/** An alert that Aino was told of, and Petra was not, since her subscription is about other alerts. */
beforeAll(async () => {
  portal = await startPortal()
  const ask = await signInToApi(portal.url)
  const { Id: Site } = await ask(sites.create, { body: { Name: 'North Hall' } })
  const { mac, key } = await makeRoom(ask, 'Restroom A', Site)
  manager = await makePerson(portal, { name: 'Maria Reyes', role: 'Site Manager', site: 'North Hall' })
  viewer = await makePerson(portal, { name: 'Aino Koski', role: 'Viewer', site: 'North Hall' })
  await makePerson(portal, { name: 'Petra Brandt', role: 'Viewer', site: 'North Hall' })
  const subscribe = async (Name: string, person: string, change: object) => {
    const [user] = await portal.sql<{ id: string }>('select id from app_user where full_name = $1', [person])
    const everyDay = { Sunday: true, Saturday: true, StartTime: 0, EndTime: 24 }
    const body = { Name, Site, Devices: 'All' as const, Users: [user?.id ?? ''], ...everyDay, ...change }
    await ask(subscriptions.create, { body })
  }
  await subscribe('Restrooms', 'Aino Koski', {})
  await subscribe('Connections', 'Petra Brandt', { Events: ['DeviceOffline'] })
  const sensor = await connectSensor(portal.mqttUrl, { mac, key })
  await sensor.publish({ at: Date.now(), readings: { vape: 90 } })
  alertId = await vi.waitFor(async () => {
    const { Items: [alert] = [] } = await ask(alerts.list, {})
    const notices = alert && (await ask(told.list, { params: { id: alert.Id } }))
    // There is no mail server.
    expect(notices?.Items[0]?.Outcome).toBe('Kept')
    return alert?.Id ?? ''
  }, 120_000)
  await sensor.close()
})
afterAll(() => portal?.stop())

const whoWasTold = (page: Page) => page.getByRole('region', { name: 'Who was told' })
const why = (page: Page) => page.getByRole('region', { name: 'Why someone was or was not told' })

async function open(page: Page, person: Person) {
  await haveSession(page, portal.url, person)
  await page.goto(`${portal.url}/alerts?alert=${alertId}`)
  await why(page).getByRole('status').waitFor()
}

async function askAboutPetra(page: Page) {
  const ask = why(page).getByRole('button', { name: 'Ask about someone else' })
  // Scrolling fits the drawer to the window, which moves the button. A click that scrolls may miss it.
  await ask.scrollIntoViewIfNeeded()
  await ask.click()
  await why(page).getByRole('combobox', { name: 'Person' }).click()
  await page.getByRole('combobox', { name: 'Search people' }).fill('petra')
  await page.getByRole('option', { name: 'Petra Brandt' }).click()
}

test('a manager sees who was told, and why someone else was not', async () => {
  const { page, faults } = await visit()
  await open(page, manager)
  await whoWasTold(page).getByText('Aino Koski').waitFor()
  await whoWasTold(page).getByText('by “Restrooms”').waitFor()
  await why(page).getByText('No subscription of this site, or of one above it, names Maria Reyes.').waitFor()
  await askAboutPetra(page)
  await why(page).getByText('“Connections” does not notify when alerts start.').waitFor()
  const gates = why(page).getByRole('list', { name: 'What was checked' })
  expect(await gates.getByRole('listitem').allTextContents()).toEqual([
    'Subscription is activeyes',
    'Not pausedyes',
    'Includes the deviceyes',
    'About this type of alertyes',
    'Within its days and hoursyes',
    'Notifies when alerts startno',
    'Person is activenot asked',
    'May see this sitenot asked',
    'Wants notificationsnot asked',
    'Wants this channelnot asked',
    'Address is confirmednot asked',
    'Not in maintenancenot asked',
    'Address is not blockednot asked',
  ])
  expect(faults).toEqual([])
})

rare('someone who may not see users learns about the own notice only', async () => {
  const { page, faults } = await visit()
  await open(page, viewer)
  await why(page)
    .getByText('“Restrooms” matched, but nothing was sent to Aino Koski: no server is set up.')
    .waitFor()
  expect(await why(page).getByRole('button').count()).toBe(0)
  expect(faults).toEqual([])
})

rare('for an old alert, it is no longer known who was told', async () => {
  const [old] = await portal.sql<{ id: string }>(
    `insert into alert (id, device_no, device_id, site_id, site_path, site_path_names, site_name, device_name, time_zone, type_key, severity, started_at, ended_at)
     select gen_random_uuid(), device_no, device_id, site_id, site_path, site_path_names, site_name, device_name, time_zone, type_key, severity,
       now() - interval '91 days', now() - interval '90 days 23 hours'
     from alert where id = $1 returning id`,
    [alertId],
  )
  const { page, faults } = await visit()
  await haveSession(page, portal.url, manager)
  await page.goto(`${portal.url}/alerts?alert=${old?.id}`)
  await whoWasTold(page).getByText('Who was told before is no longer known.').waitFor()
  expect(await page.getByText('Nobody has been told of this alert.').count()).toBe(0)
  expect(faults).toEqual([])
})

describe.each(screens)('at $width px', (screen) => {
  rare('who was told is accessible and fits the screen', async () => {
    const { page, faults } = await visit(screenOptions(screen))
    await open(page, manager)
    await askAboutPetra(page)
    await why(page).getByText('Notifies when alerts start').waitFor()
    await settle(page)
    await why(page).getByText('Address is not blocked').scrollIntoViewIfNeeded()
    expect(await look(page, 'told', screen)).toEqual([])
    expect(faults).toEqual([])
  })
})
