import { sites } from '@eot/contract/sites'
import { subscriptions } from '@eot/contract/subscriptions'
import { lists } from '@eot/contract/user-lists'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { look, screenOptions, screens, settle } from './src/look.ts'
import { makePerson, type Person } from './src/people.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { makeRoom } from './src/rooms.ts'
import { haveSession, portalHeading } from './src/screens.ts'

const visit = useBrowser()
const enter = (options = {}) => visit({ locale: 'en-US', ...options })
let portal: TestPortal
let manager: Person
let viewer: Person

/** A school whose manager is told of restrooms during school and of everything at night, and of CO always. */
beforeAll(async () => {
  portal = await startPortal()
  const ask = await signInToApi(portal.url)
  const { Id: Site } = await ask(sites.create, { body: { Name: 'North Hall', TimeZone: 'America/Chicago' } })
  await makeRoom(ask, 'Restroom A', Site)
  manager = await makePerson(portal, { name: 'Maria Reyes', role: 'Site Manager', site: 'North Hall' })
  viewer = await makePerson(portal, { name: 'Vera Viewer', role: 'Viewer', site: 'North Hall' })
  const [{ id } = { id: '' }] = await portal.sql<{ id: string }>(
    "select id from app_user where full_name = 'Maria Reyes'",
  )
  const { Id: deans } = await ask(lists.create, { body: { Name: 'Deans', Site, Users: [id] } })
  const subscribe = (Name: string, change: object) =>
    ask(subscriptions.create, { body: { Name, Site, Devices: 'All', ...change } })
  await subscribe('School hours', { Users: [id], StartTime: 7, EndTime: 17 })
  await subscribe('Building at night', { Lists: [deans], StartTime: 20, EndTime: 6 })
})
afterAll(() => portal?.stop())

async function open(page: Page, who: Person, rest = '') {
  await haveSession(page, portal.url, who)
  await page.goto(`${portal.url}/my-schedule${rest}`)
  await portalHeading(page).waitFor()
}

const week = (page: Page) => page.getByRole('region', { name: 'Week', exact: true })

test('the week shows what reaches the user, by which subscription, in words too', async () => {
  const { page, faults } = await enter()
  await open(page, manager)
  const monday = week(page).getByRole('region', { name: 'Mon' })
  await monday.getByText('School hours').waitFor()
  expect(await monday.getByRole('listitem').allTextContents()).toEqual([
    'School hours7 AM–5 PMall alerts',
    'Building at night8 PM–6 AM the next morningall alerts',
  ])
  const saturday = week(page).getByRole('region', { name: 'Sat' })
  expect(await saturday.getByRole('listitem').allTextContents()).toEqual([
    'Building at night8 PM–6 AM the next morningall alerts',
  ])
  const rules = page.getByRole('region', { name: 'My subscriptions' })
  await rules.getByText('North Hall, through “Deans”').waitFor()
  await rules.getByRole('link', { name: 'School hours' }).click()
  await page.waitForURL('**/subscriptions?open=*')
  expect(faults).toEqual([])
})

test('the coverage shows the hours in which nobody is told, for all alerts and for one type', async () => {
  const { page, faults } = await enter()
  await open(page, manager)
  await page.getByRole('button', { name: 'Coverage' }).click()
  // The page opens with the critical alert type that is covered worst. Here, all of them are covered equally.
  await page.getByRole('combobox', { name: 'Alerts' }).getByText('Vape').waitFor()
  await page.getByRole('columnheader', { name: 'Uncovered' }).waitFor()
  const row = page.getByRole('row', { name: /North Hall/ })
  await row.getByText('68 h', { exact: true }).waitFor()
  await row.getByRole('cell').nth(1).getByText('6 AM–7 AM: Nobody.').waitFor({ state: 'attached' })
  await page.getByRole('combobox', { name: 'Alerts' }).click()
  await page.getByRole('option', { name: 'Aggression', exact: true }).click()
  await page.waitForURL(/type=Aggression/)
  await row.getByText('68 h', { exact: true }).waitFor()
  expect(faults).toEqual([])
})

test('someone whom no subscription names, or whom nothing reaches, is told so, and has no coverage', async () => {
  const { page, faults } = await enter()
  await portal.sql("update app_user set notifications_enabled = false where full_name = 'Vera Viewer'")
  await open(page, viewer, '?view=coverage')
  await page.getByRole('heading', { name: 'No subscription notifies you' }).waitFor()
  await page.getByText('At the moment, nothing reaches you: notifications are off in your account.').waitFor()
  expect(await page.getByRole('button', { name: 'Coverage' }).count()).toBe(0)
  expect(faults).toEqual([])
})

describe.each(screens)('at $width px', (screen) => {
  test('the week and the coverage are accessible and fit the screen', async () => {
    const { page, faults } = await enter(screenOptions(screen))
    await open(page, manager)
    await week(page).waitFor()
    await settle(page)
    const found = await look(page, 'my-schedule', screen)
    await page.getByRole('button', { name: 'Coverage' }).click()
    await page
      .getByRole('row', { name: /North Hall/ })
      .getByText('68 h', { exact: true })
      .waitFor()
    await settle(page)
    expect([...found, ...(await look(page, 'coverage', screen)), ...faults]).toEqual([])
  })
})
