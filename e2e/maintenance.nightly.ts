import { alerts } from '@eot/contract/alerts'
import { maintenance } from '@eot/contract/maintenance'
import { sites } from '@eot/contract/sites'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Ask, signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { look, screenOptions, screens, settle } from './src/look.ts'
import { makePerson, type Person } from './src/people.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { makeRoom } from './src/rooms.ts'
import { haveSession } from './src/screens.ts'
import { connectSensor } from './src/sensor-client.ts'

const visit = useBrowser()
let portal: TestPortal
let ask: Ask
let siteId: string
let gym: { id: string }
let alertId: string
let manager: Person
let viewer: Person

/** A school with a gym, where someone vapes. */
beforeAll(async () => {
  portal = await startPortal()
  ask = await signInToApi(portal.url)
  siteId = (await ask(sites.create, { body: { Name: 'North Hall' } })).Id
  const room = await makeRoom(ask, 'Gym', siteId)
  gym = room
  manager = await makePerson(portal, { name: 'Maria Reyes', role: 'Site Manager', site: 'North Hall' })
  viewer = await makePerson(portal, { name: 'Aino Koski', role: 'Viewer', site: 'North Hall' })
  const sensor = await connectSensor(portal.mqttUrl, room)
  await sensor.publish({ at: Date.now(), readings: { vape: 90 } })
  alertId = await vi.waitFor(async () => {
    const { Items: [alert] = [] } = await ask(alerts.list, {})
    expect(alert).toBeDefined()
    return alert?.Id ?? ''
  }, 120_000)
  await sensor.close()
})
afterAll(() => portal?.stop())

beforeEach(() => portal.sql('delete from maintenance_window'))

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const plan = (body: object = {}) =>
  ask(maintenance.create, { body: { Site: siteId, EndAt: inHours(2), Reason: 'Floor work', ...body } })

async function open(page: Page, person: Person, path: string) {
  await haveSession(page, portal.url, person)
  await page.goto(portal.url + path)
}

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
/** The banner above every page. */
const banner = (page: Page) => page.getByText(/is in maintenance until/)

test('a manager starts maintenance of a device, everyone sees it at once, and it is ended early', async () => {
  const watching = await visit()
  await open(watching.page, viewer, `/devices?deviceId=${gym.id}`)
  await watching.page.getByRole('heading', { name: 'Gym' }).waitFor()

  const { page, faults } = await visit()
  await open(page, manager, '/site/maintenance')
  await page.getByRole('heading', { name: 'No maintenance' }).waitFor()
  await page.getByRole('button', { name: 'New window' }).first().click()
  await page.getByRole('combobox', { name: 'Where' }).click()
  await page.getByRole('combobox', { name: 'Find a site, group or device' }).fill('Gym')
  await page.getByRole('option', { name: 'Gym' }).click()
  await page.getByRole('button', { name: 'Save window' }).click()
  await page.getByText('Please enter a date and time').waitFor()
  await page.getByText('Please enter a reason').waitFor()
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16)
  await page.getByLabel('Until').fill(tomorrow)
  await page.getByLabel('Reason, shown to everyone').fill('Floor work')
  await page.getByRole('button', { name: 'Save window' }).click()
  await row(page, 'Gym').getByText('Now').waitFor()
  await page.getByText(/^Gym is in maintenance until/).waitFor()

  await banner(watching.page).waitFor()
  await watching.page.getByText('By Maria Reyes: Floor work.').waitFor()
  await watching.page.getByText(/^In maintenance until/).waitFor()
  expect(await watching.page.getByRole('link', { name: 'Show', exact: true }).count()).toBe(0)

  await row(page, 'Gym').getByRole('link', { name: 'Gym' }).click()
  const drawer = page
    .getByRole('complementary', { name: 'Gym' })
    .or(page.getByRole('dialog', { name: 'Gym' }))
  await drawer.getByRole('button', { name: 'End now' }).click()
  await page
    .getByRole('dialog', { name: /^End maintenance of Gym/ })
    .getByRole('button', { name: 'End now' })
    .click()
  await row(page, 'Gym').getByText('ended early by Maria Reyes').waitFor()
  await banner(page).waitFor({ state: 'detached' })
  await banner(watching.page).waitFor({ state: 'detached' })
  expect([...faults, ...watching.faults]).toEqual([])
})

test('a planned window is changed, and canceled before it begins', async () => {
  const { Id } = await plan({ StartAt: inHours(24), EndAt: inHours(30) })
  const { page, faults } = await visit()
  await open(page, manager, `/site/maintenance?open=${Id}`)
  const reason = page.getByLabel('Reason, shown to everyone')
  await expect.poll(() => reason.inputValue()).toBe('Floor work')
  await reason.fill('Paint')
  await page.getByRole('button', { name: 'Save window' }).click()
  await row(page, 'Paint').getByText('Planned').waitFor()
  await row(page, 'Paint').getByRole('link').click()
  await page.getByRole('button', { name: 'Cancel window' }).click()
  await page
    .getByRole('dialog', { name: /^Cancel maintenance/ })
    .getByRole('button', { name: 'Cancel window' })
    .click()
  await page.getByRole('heading', { name: 'No maintenance' }).waitFor()
  expect(faults).toEqual([])
})

test('a window that ends while its form is open keeps what was typed, and the server refuses it', async () => {
  const { Id } = await plan({ EndAt: inHours(1 / 30) })
  const { page, faults } = await visit()
  await page.clock.install()
  await open(page, manager, `/site/maintenance?open=${Id}`)
  const reason = page.getByLabel('Reason, shown to everyone')
  await expect.poll(() => reason.inputValue()).toBe('Floor work')
  await reason.fill('Paint')
  await page.clock.fastForward(121_000)
  await page.getByText('ended automatically').first().waitFor()
  expect(await reason.inputValue()).toBe('Paint')
  await portal.sql('update maintenance_window set ends_at = now()')
  await page.getByRole('button', { name: 'Save window' }).click()
  await page.getByText('This maintenance window is over').waitFor()
  expect(await reason.inputValue()).toBe('Paint')
  // The browser reports the response 409.
  expect(faults.filter((fault) => !fault.includes('409'))).toEqual([])
})

test('reminders of an alert are snoozed by who may confirm it, shown to all, and the snooze is ended', async () => {
  const path = `/alerts?alert=${alertId}`
  const watching = await visit()
  await open(watching.page, viewer, path)
  await watching.page.getByRole('region', { name: 'Who was told' }).waitFor()
  expect(await watching.page.getByRole('region', { name: 'Snooze reminders' }).count()).toBe(0)

  const { page, faults } = await visit()
  await open(page, manager, path)
  const snooze = page.getByRole('region', { name: 'Snooze reminders' })
  await snooze.getByRole('button', { name: '15 min' }).click()
  await snooze.getByText(/^Snoozed until .+ by Maria Reyes$/).waitFor()
  await watching.page.getByText(/^Snoozed until .+ by Maria Reyes$/).waitFor()
  expect(await watching.page.getByRole('button', { name: 'End snooze' }).count()).toBe(0)
  await snooze.getByRole('button', { name: 'End snooze' }).click()
  await snooze.getByRole('button', { name: '1 h' }).waitFor()
  await snooze.getByRole('button', { name: 'Until' }).click()
  await snooze.getByLabel('Until').fill('2020-01-01T00:00')
  await snooze.getByRole('button', { name: 'Snooze until then' }).click()
  await snooze.getByText('Please choose a time within the next 8 hours').waitFor()
  expect([...faults, ...watching.faults]).toEqual([])
})

describe.each(screens)('at $width px', (screen) => {
  test('maintenance is accessible and fits the screen: list, form, drawer and banner', async () => {
    await plan()
    await plan({ Site: undefined, Device: gym.id, StartAt: inHours(30), EndAt: inHours(33), Reason: 'Paint' })
    const { page, faults } = await visit(screenOptions(screen))
    const found: string[] = []
    await open(page, manager, '/site/maintenance')
    await banner(page).waitFor()
    await page.getByText('Planned').last().waitFor()
    await settle(page)
    found.push(...(await look(page, 'maintenance', screen)))
    await page.goto(`${portal.url}/site/maintenance?add=true`)
    await page.getByRole('heading', { name: 'New window' }).waitFor()
    await settle(page)
    found.push(...(await look(page, 'maintenance-form', screen)))
    await page.goto(`${portal.url}/alerts?alert=${alertId}`)
    await page.getByRole('region', { name: 'Snooze reminders' }).waitFor()
    await settle(page)
    found.push(...(await look(page, 'maintenance-snooze', screen)))
    expect([...found, ...faults]).toEqual([])
  })
})
