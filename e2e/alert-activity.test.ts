import { groups } from '@eot/contract/device-groups'
import { sites } from '@eot/contract/sites'
import { users } from '@eot/contract/users'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { look, screenOptions, screens } from './src/look.ts'
import { makePerson } from './src/people.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { rare } from './src/rare.ts'
import { makeRoom, type Room } from './src/rooms.ts'
import { haveSession } from './src/screens.ts'

declare const navigator: { clipboard: { readText(): Promise<string> } }

const visit = useBrowser()
let portal: TestPortal
let busy: Room
let calm: Room
let siteId: string
let campusId: string

const hour = 3_600_000
const week = 7 * 24 * hour
/** An hour in the last week, in the time zone of the site, whatever the time is now. */
const lately = Math.floor(Date.now() / hour) * hour - 50 * hour

beforeAll(async () => {
  portal = await startPortal()
  const ask = await signInToApi(portal.url)
  const body = { Name: 'North Hall', TimeZone: 'America/Chicago' }
  siteId = (await ask(sites.create, { body })).Id
  busy = await makeRoom(ask, 'Restroom 2F', siteId)
  calm = await makeRoom(ask, 'Library', siteId)
  await addAlerts(
    busy,
    'Vape',
    Array.from({ length: 12 }, (_, n) => lately + n * 60_000),
  )
  await addAlerts(busy, 'Noise', [lately - 20 * hour, lately - 26 * hour])
  await addAlerts(calm, 'Noise', [lately - 30 * hour])
  await addAlerts(calm, 'Noise', [lately - 4 * week, lately - 4 * week - hour])
  campusId = await makeCampus()
})
afterAll(() => portal?.stop())

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
  await addAlerts(gym, 'Vape', spread(26))
  await addAlerts(locker, 'Noise', spread(8))
  await addAlerts(office, 'Noise', spread(4))
  const atOnce = Array.from({ length: 12 }, (_, n) => lately + n * 60_000)
  await addAlerts(cafeteria, 'Vape', [...atOnce, ...spread(10)])
  const Devices = [gym.id, locker.id, cafeteria.id]
  await ask(groups.create, { body: { Name: 'Sports', Site: campus.Id, Devices } })
  return campus.Id
}

async function addAlerts(room: Room, type: string, startedAt: readonly number[]) {
  for (const at of startedAt) {
    await portal.sql(
      `insert into alert (id, device_no, device_id, site_id, site_path, site_path_names, site_name, device_name, time_zone, type_key, severity, started_at, ended_at)
       select gen_random_uuid(), device.no, device.id, site.id, site.path, '[]', site.name, device.name, site.time_zone, $2, 'Serious', $3, $4
       from device join site on site.id = device.site_id where device.id = $1`,
      [room.id, type, new Date(at), new Date(at + 60_000)],
    )
  }
}

async function open(page: Page, searchFilters: object = {}, at = siteId) {
  const query = new URLSearchParams({ siteId: at, searchFilters: JSON.stringify(searchFilters) })
  await page.goto(`${portal.url}/devices/alert-activity?${query}`)
  await page.getByRole('heading', { level: 1, name: /alerts?$/ }).waitFor()
}

const card = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

test('counts the alerts of the last 28 days by type, device and site, with the change from the period before', async () => {
  const { page, faults } = await visit()
  await haveSession(page, portal.url)
  await open(page)
  await page.getByRole('heading', { level: 1, name: '15 alerts' }).waitFor()
  await page.getByText('13 more than in the period before').waitFor()
  const lines = (title: string) => card(page, title).getByRole('listitem').allInnerTexts()
  await expect.poll(async () => (await lines('By type'))[0]).toMatch(/Vape\s+12/)
  await expect
    .poll(async () => (await lines('By device')).map((line) => line.split(/\s+/)[0]))
    .toEqual(['Restroom', 'Library'])
  await expect.poll(async () => (await lines('By site'))[0]).toMatch(/North Hall\s+15/)
  await card(page, 'By group').getByText('No alerts of devices in groups.').waitFor()
  expect(faults).toEqual([])
})

test('a cell of the heat map and a device lead to exactly the alerts they count', async () => {
  const { page, faults } = await visit()
  await haveSession(page, portal.url)
  await open(page)
  await page.getByRole('button', { name: /^12 alerts on / }).click()
  await page.getByRole('link', { name: 'Show all 12 in the alert list' }).click()
  await page.waitForURL('**/alerts?**')
  await expect.poll(() => page.getByRole('main').innerText()).toMatch(/12\s+alerts/i)
  await page.goBack()
  await card(page, 'By device').getByRole('link', { name: 'Library' }).click()
  await page.getByRole('heading', { level: 1, name: 'Library: 1 alert' }).waitFor()
  await page.getByRole('link', { name: 'Show in the alert list' }).click()
  await page.waitForURL('**/alerts?**')
  await expect
    .poll(() => page.getByRole('region', { name: 'Alerts' }).first().innerText())
    .toContain('Library')
  expect(await page.getByRole('region', { name: 'Alerts' }).first().innerText()).not.toContain('Restroom 2F')
  expect(faults).toEqual([])
})

rare('alerts of a past range that arrive late are counted on the open page', async () => {
  const { page, faults } = await visit()
  await page.clock.install()
  await haveSession(page, portal.url)
  const [startTime, endTime] = [lately - 31 * hour, lately - 10 * hour]
  await open(page, { range: 'custom', startTime, endTime })
  await page.getByRole('heading', { level: 1, name: '3 alerts' }).waitFor()
  await addAlerts(calm, 'Noise', [lately - 20 * hour])
  await page.clock.fastForward(61_000)
  await page.getByRole('heading', { level: 1, name: '4 alerts' }).waitFor()
  await portal.sql(`delete from alert where started_at = $1 and type_key = 'Noise' and device_id = $2`, [
    new Date(lately - 20 * hour),
    calm.id,
  ])
  expect(faults).toEqual([])
})

rare('a copied link has the days that are shown, below Devices and below Reports', async () => {
  const reader = await makePerson(portal, { name: 'Ana Lectora', role: 'System Administrator' })
  const asReader = await signInToApi(portal.url, reader)
  const { Id } = await asReader(users.me, {})
  await asReader(users.update, { params: { id: Id }, body: { Settings: { Language: 'es' } } })
  const { page, faults } = await visit()
  await haveSession(page, portal.url, reader)
  for (const path of ['/devices/alert-activity', '/reports/alert-activity']) {
    await page.goto(`${portal.url}${path}?siteId=${siteId}`)
    await page.getByRole('button', { name: 'Copiar enlace' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Enlace copiado' }).waitFor()
    const link = new URL(await page.evaluate(() => navigator.clipboard.readText()))
    expect(link.pathname).toBe(path)
    const filters = JSON.parse(link.searchParams.get('searchFilters') ?? '{}')
    expect(filters).toMatchObject({ range: 'custom' })
    expect((filters.endTime - filters.startTime) / (24 * hour)).toBeCloseTo(28, 0)
  }
  expect(faults).toEqual([])
})

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
  await open(page, {}, campusId)
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

test('on a phone, an hour that stands out is said in words, and a tap on it leads to its alerts', async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  const { page, faults } = await visit({ ...phone, locale: 'en-US' })
  await haveSession(page, portal.url)
  await open(page, {}, campusId)
  const cell = page.getByRole('button', { name: /^12 alerts on / })
  // Americans have times of 12 hours.
  expect(await cell.getAttribute('aria-label')).toMatch(
    /^12 alerts on [A-Z]\w+day from \d\d:00 [AP]M to \d\d:00 [AP]M, about 2 would be usual$/,
  )
  await card(page, 'When alerts start')
    .getByText(
      /^[A-Z]\w+day, \d\d:00 [AP]M to \d\d:00 [AP]M, had 12 alerts where about 2 would be usual\. Chance alone makes an hour stand out like this in fewer than 1 of \d+ such periods\.$/,
    )
    .waitFor()
  await cell.tap()
  await page.locator('.cell-alerts').getByRole('link', { name: 'Show all 12 in the alert list' }).tap()
  await page.waitForURL('**/alerts?**')
  await expect.poll(() => page.getByRole('main').innerText()).toMatch(/12\s+alerts/i)
  // Fifteen alerts are too few to say that any hour stands out.
  await open(page)
  await page.getByRole('button', { name: /^12 alerts on / }).waitFor()
  expect(await page.getByText('Chance alone makes').count()).toBe(0)
  expect(faults).toEqual([])
})

rare('a cell lists its newest alerts beside the heat map, until it is closed', async () => {
  const { page, faults } = await visit()
  await haveSession(page, portal.url)
  await open(page)
  const cell = page.getByRole('button', { name: /^12 alerts on / })
  await cell.click()
  const list = page.locator('.cell-alerts')
  await expect.poll(() => list.getByRole('listitem').count()).toBe(7)
  expect(await cell.getAttribute('aria-pressed')).toBe('true')
  await page.reload()
  await list.getByRole('listitem').first().waitFor()
  await list.getByRole('button', { name: 'Close the list of this hour' }).click()
  await list.waitFor({ state: 'detached' })
  expect(new URL(page.url()).searchParams.has('cell')).toBe(false)
  expect(faults).toEqual([])
})

rare('a day of the year leads to its alerts', async () => {
  const { page, faults } = await visit()
  await haveSession(page, portal.url)
  await open(page)
  const year = card(page, 'The year by day')
  const counted = await year.getByRole('link').allInnerTexts()
  const day = year.getByRole('link').nth(counted.indexOf(String(Math.max(...counted.map(Number)))))
  const count = Number(await day.innerText())
  expect(count).toBeGreaterThanOrEqual(12)
  await day.click()
  await page.waitForURL('**/alerts?**')
  await expect.poll(() => page.getByRole('main').innerText()).toMatch(new RegExp(`${count}\\s+alerts`, 'i'))
  expect(faults).toEqual([])
})

rare('a filter by type counts only that type, and stays in the address', async () => {
  const { page, faults } = await visit()
  await haveSession(page, portal.url)
  await open(page, { type: ['Noise'] })
  await page.getByRole('heading', { level: 1, name: '3 alerts' }).waitFor()
  await page.getByRole('button', { name: 'Last 7 days' }).click()
  await expect
    .poll(() => JSON.parse(new URL(page.url()).searchParams.get('searchFilters') ?? '{}'))
    .toMatchObject({ range: 'last7days', type: ['Noise'] })
  expect(faults).toEqual([])
})

rare('a site without alerts says so', async () => {
  const { page } = await visit()
  await haveSession(page, portal.url)
  await open(page, { range: 'custom', startTime: lately - 90 * 24 * hour, endTime: lately - 80 * 24 * hour })
  await page.getByRole('heading', { level: 1, name: '0 alerts' }).waitFor()
  await page.getByText('No alerts in this time range.').first().waitFor()
})

rare('the dashboard shows the alerts of the last 28 days once the reader scrolls there', async () => {
  const { page, faults } = await visit({ viewport: { width: 1440, height: 500 } })
  await haveSession(page, portal.url)
  await page.goto(`${portal.url}/dashboard?siteId=${siteId}`)
  await page.getByRole('heading', { name: 'Latest alerts' }).scrollIntoViewIfNeeded()
  await page.mouse.wheel(0, 2000)
  await card(page, 'Alerts over time').getByText('Vape 12').waitFor()
  await card(page, 'Top devices').getByText('Last 28 days').waitFor()
  await page.getByRole('button', { name: 'Last 7 days' }).click()
  await card(page, 'Top devices').getByText('Last 7 days').waitFor()
  await card(page, 'Alerts over time').getByText('Vape 12').waitFor()
  await card(page, 'Top devices').getByRole('link', { name: 'Restroom 2F' }).click()
  await page.waitForURL('**/alerts?**')
  await page.getByText(/^14 alerts/).waitFor()
  await page.goBack()
  await page.mouse.wheel(0, 2000)
  await page.getByRole('link', { name: 'Alert activity' }).last().click()
  await page.waitForURL('**/devices/alert-activity?**')
  expect(faults).toEqual([])
})

test('the reports are the same counts, and every alert with how it was answered', async () => {
  await portal.sql(
    `update alert set confirmed = true, confirmed_at = started_at + interval '6 minutes', disposition = 'False'
     where type_key = 'Noise' and device_id = $1`,
    [busy.id],
  )
  const { page, faults } = await visit()
  await haveSession(page, portal.url)
  await page.goto(`${portal.url}/reports?siteId=${siteId}`)
  await page.getByRole('main').getByRole('link', { name: 'Alert Activity' }).click()
  await page.getByRole('heading', { level: 1, name: '15 alerts' }).waitFor()
  await page.getByRole('button', { name: /^12 alerts on / }).click()
  await page.locator('.cell-alerts').waitFor()
  expect(new URL(page.url()).pathname).toBe('/reports/alert-activity')

  await page.getByRole('link', { name: 'ALERTS', exact: true }).last().click()
  await page.getByRole('heading', { level: 1, name: 'Alert report' }).waitFor()
  await page.getByText('13% confirmed, half of them within 6 min. 2 false alarms.').waitFor()
  await page.getByRole('columnheader', { name: 'Ended' }).getByRole('button').click()
  await expect
    .poll(() => JSON.parse(new URL(page.url()).searchParams.get('searchFilters') ?? '{}'))
    .toMatchObject({ range: 'last28days', rangeBy: 'Start', sortBy: 'EndAt' })
  await expect.poll(() => page.getByRole('row').filter({ hasText: '6 min' }).count()).toBe(2)
  expect(new URL(page.url()).pathname).toBe('/reports/alerts')
  expect(faults).toEqual([])
})

describe.each(screens)('at $width px', (screen) => {
  rare('the page is accessible and fits the screen', async () => {
    const { page, faults } = await visit(screenOptions(screen))
    await haveSession(page, portal.url)
    await open(page)
    await page.getByRole('button', { name: /^12 alerts on / }).click()
    await page.locator('.cell-alerts li').first().waitFor()
    expect([...(await look(page, 'alert-activity', screen)), ...faults]).toEqual([])
  })

  rare('the page narrowed to a room of a group is accessible and fits the screen', async () => {
    const { page, faults } = await visit(screenOptions(screen))
    await haveSession(page, portal.url)
    await open(page, {}, campusId)
    await card(page, 'By group').getByRole('link', { name: 'Sports' }).click()
    await page.getByRole('heading', { level: 1, name: 'Sports: 56 alerts' }).waitFor()
    await card(page, 'By device').getByRole('link', { name: 'Cafeteria' }).click()
    await expect.poll(() => trail(page)).toEqual(['East Campus, 60', 'Sports, 56', 'Cafeteria, 22'])
    expect([...(await look(page, 'alert-activity-narrowed', screen)), ...faults]).toEqual([])
  })

  rare('the report of alerts is accessible and fits the screen', async () => {
    const { page, faults } = await visit(screenOptions(screen))
    await haveSession(page, portal.url)
    await page.goto(`${portal.url}/reports/alerts?siteId=${siteId}`)
    await page
      .getByText(/confirmed/i)
      .first()
      .waitFor()
    expect([...(await look(page, 'alert-report', screen)), ...faults]).toEqual([])
  })
})
