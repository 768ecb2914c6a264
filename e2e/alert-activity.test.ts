import { readFile } from 'node:fs/promises'
import { sites } from '@eot/contract/sites'
import { users } from '@eot/contract/users'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addAlerts, card, hour, lately, openActivity } from './src/activity-page.ts'
import { type Ask, signInToApi } from './src/api.ts'
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
/** The id of a district whose schools are in two time zones. */
let districtId: string

const week = 7 * 24 * hour

beforeAll(async () => {
  portal = await startPortal()
  const ask = await signInToApi(portal.url)
  const body = { Name: 'North Hall', TimeZone: 'America/Chicago' }
  siteId = (await ask(sites.create, { body })).Id
  busy = await makeRoom(ask, 'Restroom 2F', siteId)
  calm = await makeRoom(ask, 'Library', siteId)
  await addAlerts(
    portal,
    busy,
    'Vape',
    Array.from({ length: 12 }, (_, n) => lately + n * 60_000),
  )
  await addAlerts(portal, busy, 'Noise', [lately - 20 * hour, lately - 26 * hour])
  await addAlerts(portal, calm, 'Noise', [lately - 30 * hour])
  await addAlerts(portal, calm, 'Noise', [lately - 4 * week, lately - 4 * week - hour])
  districtId = await makeDistrict(ask)
})
afterAll(() => portal?.stop())

/** Creates alerts, nine of which started in the same hour of the district. Eleven started in that hour by the clocks of the schools. */
async function makeDistrict(ask: Ask): Promise<string> {
  const district = await ask(sites.create, { body: { Name: 'District', TimeZone: 'America/Chicago' } })
  const school = async (Name: string, TimeZone: string) => {
    const { Id } = await ask(sites.create, { body: { Name, TimeZone, ParentSite: district.Id } })
    return await makeRoom(ask, `Gym of ${Name}`, Id)
  }
  const near = await school('Near', 'America/Chicago')
  // Two and a half hours ahead.
  const far = await school('Far', 'America/St_Johns')
  const minutesOf = (count: number, from: number) =>
    Array.from({ length: count }, (_, n) => from + n * 60_000)
  await addAlerts(portal, near, 'Vape', minutesOf(5, lately))
  await addAlerts(portal, far, 'Vape', minutesOf(4, lately))
  await addAlerts(portal, far, 'Vape', minutesOf(6, lately - 2.4 * hour))
  return district.Id
}

test('counts the alerts of the last 28 days by type, device and site, with the change from the period before', async () => {
  const { page, faults } = await visit()
  await haveSession(page, portal.url)
  await openActivity(portal, page, siteId)
  await page.getByRole('heading', { level: 1, name: '15 alerts' }).waitFor()
  await page.getByText('13 more than by the same time in the previous period').waitFor()
  // The busiest day has 12 to 14 alerts, depending on the time now.
  await expect
    .poll(() => card(page, 'Alerts over time').locator('.counts text').allTextContents())
    .toEqual(['0', '5', '10'])
  const lines = (title: string) => card(page, title).getByRole('listitem').allInnerTexts()
  await expect.poll(async () => (await lines('By type'))[0]).toMatch(/Vape\s+12/)
  await expect
    .poll(async () => (await lines('By device')).map((line) => line.split(/\s+/)[0]))
    .toEqual(['Restroom', 'Library'])
  // Devices of several sites share names.
  await card(page, 'By device').getByRole('link', { name: 'Library North Hall' }).waitFor()
  await expect.poll(async () => (await lines('By site'))[0]).toMatch(/North Hall\s+15/)
  await card(page, 'By group').getByText('No alerts of devices in groups.').waitFor()
  expect(faults).toEqual([])
})

test('a cell of the heat map and a device lead to exactly the alerts they count', async () => {
  const { page, faults } = await visit()
  await haveSession(page, portal.url)
  await openActivity(portal, page, siteId)
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

rare(
  'a cell that counts sites in several time zones leads to exactly its alerts, whose hours are in the zone it is counted in',
  async () => {
    const { page, faults } = await visit()
    await haveSession(page, portal.url)
    await openActivity(portal, page, districtId)
    await page.getByRole('button', { name: /^9 alerts on / }).click()
    await page.locator('.cell-alerts').getByRole('link', { name: 'Show all 9 in the alert list' }).click()
    await page.waitForURL('**/alerts?**')
    await expect.poll(() => page.getByRole('main').innerText()).toMatch(/9\s+alerts/i)
    await page.getByRole('button', { name: /^Hours: .* Central Time/ }).waitFor()
    await page.getByRole('button', { name: 'Started in range' }).click()
    await expect.poll(() => page.getByRole('main').innerText()).toMatch(/9\s+alerts/i)
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download as CSV' }).click()
    const csv = await readFile(await (await file).path(), 'utf8')
    expect(csv.trim().split('\r\n')).toHaveLength(10)
    expect(faults).toEqual([])
  },
)

rare('alerts of a past range that arrive late are counted on the open page', async () => {
  const { page, faults } = await visit()
  await page.clock.install()
  await haveSession(page, portal.url)
  const [startTime, endTime] = [lately - 31 * hour, lately - 10 * hour]
  await openActivity(portal, page, siteId, { range: 'custom', startTime, endTime })
  await page.getByRole('heading', { level: 1, name: '3 alerts' }).waitFor()
  await addAlerts(portal, calm, 'Noise', [lately - 20 * hour])
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

rare('a cell lists its newest alerts beside the heat map, until it is closed', async () => {
  const { page, faults } = await visit()
  await haveSession(page, portal.url)
  await openActivity(portal, page, siteId)
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
  await openActivity(portal, page, siteId)
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
  await openActivity(portal, page, siteId, { type: ['Noise'] })
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
  await openActivity(portal, page, siteId, {
    range: 'custom',
    startTime: lately - 90 * 24 * hour,
    endTime: lately - 80 * 24 * hour,
  })
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
    await openActivity(portal, page, siteId)
    await page.getByRole('button', { name: /^12 alerts on / }).click()
    await page.locator('.cell-alerts li').first().waitFor()
    expect([...(await look(page, 'alert-activity', screen)), ...faults]).toEqual([])
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
