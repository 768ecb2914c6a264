import { groups } from '@eot/contract/device-groups'
import { sites } from '@eot/contract/sites'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addAlerts, card, hour, lately, openActivity } from './src/activity-page.ts'
import { signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { look, screenOptions, screens } from './src/look.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { rare } from './src/rare.ts'
import { makeRoom } from './src/rooms.ts'
import { haveSession } from './src/screens.ts'

const visit = useBrowser()
let portal: TestPortal
let campusId: string
/** A school with few alerts, 12 of them in one hour. */
let hallId: string

beforeAll(async () => {
  portal = await startPortal()
  const ask = await signInToApi(portal.url)
  hallId = (await ask(sites.create, { body: { Name: 'North Hall', TimeZone: 'America/Chicago' } })).Id
  const restroom = await makeRoom(ask, 'Restroom 2F', hallId)
  await addAlerts(portal, restroom, 'Vape', atOnce)
  await addAlerts(portal, restroom, 'Noise', [lately - 20 * hour, lately - 26 * hour, lately - 30 * hour])
  campusId = await makeCampus()
})
afterAll(() => portal?.stop())

const atOnce = Array.from({ length: 12 }, (_, n) => lately + n * 60_000)

/** Alerts at other hours of other days than `lately`, the oldest six days and a few hours before it. */
const spread = (count: number) =>
  Array.from(
    { length: count },
    (_, n) => lately - (1 + (n % 5)) * 24 * hour - (1 + (Math.floor(n / 5) % 8)) * hour,
  )

/** Makes a campus of two schools with 60 alerts, 12 of them in one hour, and a group of three of its four rooms. */
async function makeCampus(): Promise<string> {
  const ask = await signInToApi(portal.url)
  const campus = await ask(sites.create, { body: { Name: 'East Campus', TimeZone: 'America/Chicago' } })
  const school = (Name: string) => ask(sites.create, { body: { Name, ParentSite: campus.Id } })
  const [lincoln, adams] = [await school('Lincoln'), await school('Adams')]
  const gym = await makeRoom(ask, 'Gym', lincoln.Id)
  const locker = await makeRoom(ask, 'Locker room', lincoln.Id)
  const office = await makeRoom(ask, 'Office', lincoln.Id)
  const cafeteria = await makeRoom(ask, 'Cafeteria', adams.Id)
  await addAlerts(portal, gym, 'Vape', spread(26))
  await addAlerts(portal, locker, 'Noise', spread(8))
  await addAlerts(portal, office, 'Noise', spread(4))
  await addAlerts(portal, cafeteria, 'Vape', [...atOnce, ...spread(10)])
  const Devices = [gym.id, locker.id, cafeteria.id]
  await ask(groups.create, { body: { Name: 'Sports', Site: campus.Id, Devices } })
  return campus.Id
}

const trail = (page: Page) =>
  page.getByRole('navigation', { name: 'Counted so far' }).getByRole('listitem').allInnerTexts()
/** The sum of the cells of the heat map. */
const sumOfCells = async (page: Page) =>
  (await card(page, 'When alerts start').getByRole('button').allInnerTexts()).reduce(
    (sum, count) => sum + Number(count),
    0,
  )

test('bars of groups, sites and devices narrow the page step by step, with the counts and ways back', async () => {
  const { page, faults } = await visit({ viewport: { width: 1440, height: 900 } })
  await haveSession(page, portal.url)
  await openActivity(portal, page, campusId)
  expect(await trail(page)).toEqual([])
  await card(page, 'By group').getByRole('link', { name: 'Sports' }).click()
  await page.getByRole('heading', { level: 1, name: 'Sports: 56 alerts' }).waitFor()
  await card(page, 'By site').getByRole('link', { name: 'Lincoln' }).click()
  await page.getByRole('heading', { level: 1, name: 'Sports: 34 alerts' }).waitFor()
  await card(page, 'By device').getByRole('link', { name: 'Gym' }).click()
  await page.getByRole('heading', { level: 1, name: 'Gym: 26 alerts' }).waitFor()
  const narrowed = ['East Campus, 60', 'Lincoln, 38', 'Sports, 34', 'Gym, 26']
  await expect.poll(() => trail(page)).toEqual(narrowed)
  // All cards follow, and what the page already shows alone is no link.
  await expect.poll(() => sumOfCells(page)).toBe(26)
  await card(page, 'The year by day').getByText('26 alerts since').waitFor()
  await card(page, 'Alerts over time').getByText('Vape 26').waitFor()
  expect(await card(page, 'By device').getByRole('link').count()).toBe(0)
  await page.reload()
  await expect.poll(() => trail(page)).toEqual(narrowed)

  await page.getByRole('link', { name: 'Show in the alert list' }).click()
  await page.waitForURL('**/alerts?**')
  await page.getByText(/^26 alerts/).waitFor()
  await page.getByRole('button', { name: 'Group: Sports' }).waitFor()
  await page.getByRole('button', { name: 'Clear: Device' }).click()
  await page.getByText(/^34 alerts/).waitFor()
  await page.goBack()
  await page.goBack()
  await page.getByRole('link', { name: 'Lincoln, 38' }).click()
  await page.getByRole('heading', { level: 1, name: 'Lincoln: 38 alerts' }).waitFor()
  await expect.poll(() => trail(page)).toEqual(['East Campus, 60', 'Lincoln, 38'])
  await page.getByRole('button', { name: 'Device: All 4' }).click()
  await page.getByRole('dialog', { name: 'Device' }).getByText('Office').click()
  await page.getByRole('heading', { level: 1, name: 'Office: 4 alerts' }).waitFor()
  await page.getByRole('button', { name: 'Clear: Site' }).click()
  await expect.poll(() => trail(page)).toEqual(['East Campus, 60', 'Office, 4'])
  await expect.poll(() => sumOfCells(page)).toBe(4)
  expect(faults).toEqual([])
})

rare(
  'on a phone, an hour that stands out is said in words, and a tap on it leads to its alerts',
  async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
    const { page, faults } = await visit({ ...phone, locale: 'en-US' })
    await haveSession(page, portal.url)
    await openActivity(portal, page, campusId)
    const cell = page.getByRole('button', { name: /^12 alerts on / })
    // Americans have times of 12 hours.
    expect(await cell.getAttribute('aria-label')).toMatch(
      /^12 alerts on [A-Z]\w+day from \d{1,2}:00 [AP]M to \d{1,2}:00 [AP]M, about 2 would be usual$/,
    )
    await card(page, 'When alerts start')
      .getByText(
        /^[A-Z]\w+day, \d{1,2}:00 [AP]M to \d{1,2}:00 [AP]M, had 12 alerts where about 2 would be usual\. Chance alone makes an hour stand out like this in fewer than 1 of \d+ such periods\.$/,
      )
      .waitFor()
    await cell.tap()
    await page.locator('.cell-alerts').getByRole('link', { name: 'Show all 12 in the alert list' }).tap()
    await page.waitForURL('**/alerts?**')
    await expect.poll(() => page.getByRole('main').innerText()).toMatch(/12\s+alerts/i)
    // Fifteen alerts are too few to say that any hour stands out.
    await openActivity(portal, page, hallId)
    await page.getByRole('button', { name: /^12 alerts on / }).waitFor()
    expect(await page.getByText('Chance alone makes').count()).toBe(0)
    expect(faults).toEqual([])
  },
)

describe.each(screens)('at $width px', (screen) => {
  rare('the page narrowed to a room of a group is accessible and fits the screen', async () => {
    const { page, faults } = await visit(screenOptions(screen))
    await haveSession(page, portal.url)
    await openActivity(portal, page, campusId)
    await card(page, 'By group').getByRole('link', { name: 'Sports' }).click()
    await page.getByRole('heading', { level: 1, name: 'Sports: 56 alerts' }).waitFor()
    await card(page, 'By device').getByRole('link', { name: 'Cafeteria' }).click()
    await expect.poll(() => trail(page)).toEqual(['East Campus, 60', 'Sports, 56', 'Cafeteria, 22'])
    expect([...(await look(page, 'alert-activity-narrowed', screen)), ...faults]).toEqual([])
  })
})
