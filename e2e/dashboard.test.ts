import { sites } from '@eot/contract/sites'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Ask, signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { layCable } from './src/cable.ts'
import { settle } from './src/look.ts'
import { listPageFaults } from './src/page-faults.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { rare } from './src/rare.ts'
import { makeRoom } from './src/rooms.ts'
import { signIn } from './src/screens.ts'
import { connectSensor } from './src/sensor-client.ts'
import { openAlertCards } from './src/shown-alerts.ts'

const visit = useBrowser()
let portal: TestPortal
let ask: Ask
const stopReports: (() => Promise<void>)[] = []

beforeAll(async () => {
  portal = await startPortal()
  ask = await signInToApi(portal.url)
  for (const Name of ['North Hall', 'South Hall']) {
    const { Id } = await ask(sites.create, { body: { Name } })
    const sensor = await connectSensor(portal.mqttUrl, await makeRoom(ask, `Room of ${Name}`, Id))
    const report = () =>
      sensor.publish({ readings: Name === 'North Hall' ? { vape: 90, sound: 110 } : { temperature: 21 } })
    await report()
    // An alert for vape or sound ends after two minutes without a high value.
    const timer = setInterval(report, 30_000)
    stopReports.push(() => {
      clearInterval(timer)
      return sensor.close()
    })
  }
})
afterAll(async () => {
  await Promise.allSettled(stopReports.map((stop) => stop()))
  await portal?.stop()
})

test('a site with open alerts lists all of their types, the most severe first', async () => {
  const { page, faults } = await visit()
  await signIn(page, portal.url)
  const north = page.getByRole('row', { name: /North Hall/ })
  await north.getByText('Vape, Sound').waitFor()
  // Raised within the current minute, which is the last of the track.
  const track = north.getByRole('img', { name: '2 alerts in the last 24 hours' })
  await expect.poll(() => track.locator('rect[fill^="var(--k-"]').count()).toBe(2)
  expect(await north.getByRole('cell').nth(1).innerText()).toMatch(/^2\s+Vape, Sound$/)
  expect(
    await page
      .getByRole('row', { name: /South Hall/ })
      .getByRole('cell')
      .nth(1)
      .innerText(),
  ).toBe('0')
  expect(faults).toEqual([])
})

/** Stores the score of a room in the last hour that was rated, and in the next one if that will be rated within two minutes. */
async function rate(name: string, air: number, comfort: number) {
  const [device] = await portal.sql<{ no: number }>('select no from device where name = $1', [name])
  await portal.sql(
    `insert into rating_hour (device_no, hour, epa, comfort)
     select $1, rated - interval '1 hour', $2, $3
     from generate_series(
       date_trunc('hour', now() - interval '5 minutes'), now() - interval '3 minutes', interval '1 hour') rated
     on conflict (device_no, hour) do update set epa = $2, comfort = $3`,
    [device?.no, air, comfort],
  )
}

const siteHealth = 'site health has the air and comfort of each site at %d px'
async function expectSiteHealth(width: number): Promise<void> {
  await rate('Room of North Hall', 64, 91)
  const { page, faults } = await visit({ viewport: { width, height: 900 } })
  await signIn(page, portal.url)
  const cells = async (site: RegExp) =>
    (await page.getByRole('row', { name: site }).getByRole('cell').allInnerTexts())
      .slice(3, 5)
      .map((text) => text.replaceAll(/\s+/g, ' '))
  await expect.poll(() => cells(/North Hall/)).toEqual(['64 Fair', '91 Excellent'])
  expect(await cells(/South Hall/)).toEqual(['no score', 'no score'])
  await page.getByText(/^Air and comfort of the hour to \d\d:00$/).waitFor()
  // The dots say the same without color.
  const lit = page.getByRole('row', { name: /North Hall/ }).locator('.pips')
  expect([await lit.first().locator('.on').count(), await lit.last().locator('.on').count()]).toEqual([2, 4])
  await page.getByRole('link', { name: 'South Hall' }).first().click()
  await page.getByRole('heading', { name: 'Device health' }).waitFor()
  await rate('Room of South Hall', 83, 40)
  await page.reload()
  await expect.poll(() => cells(/Room of South Hall/)).toEqual(['83 Good', '40 Poor'])
  expect(await listPageFaults(page)).toEqual([])
  expect(faults).toEqual([])
  await portal.sql('delete from rating_hour', [])
}
test.each([390])(siteHealth, expectSiteHealth)
rare.each([1440])(siteHealth, expectSiteHealth)

rare(
  'the time range of the activity cards, a preset or typed, is in the address and survives a reload',
  async () => {
    const { page, faults } = await visit({ viewport: { width: 1440, height: 900 } })
    await signIn(page, portal.url)
    const ranges = page.getByRole('group', { name: 'Time range' })
    const showRanges = async () => {
      await page.getByRole('heading', { name: 'Latest alerts' }).scrollIntoViewIfNeeded()
      await page.mouse.wheel(0, 2000)
      await ranges.waitFor()
    }
    const filters = () => JSON.parse(new URL(page.url()).searchParams.get('searchFilters') ?? '{}')
    await showRanges()
    await ranges.getByRole('button', { name: 'More' }).click()
    const menu = page.getByRole('dialog', { name: 'Time range' })
    await menu.waitFor()
    // All presets but the four that are buttons themselves; a custom range is typed.
    expect(await menu.getByRole('listitem').count()).toBe(10)
    await menu.getByRole('button', { name: 'This year' }).click()
    await menu.waitFor({ state: 'detached' })
    await expect.poll(filters).toEqual({ range: 'thisyear' })
    await page.reload()
    await showRanges()
    await page.locator('.count-list').getByText('This year').waitFor()

    await ranges.getByRole('button', { name: 'This year', pressed: true }).click()
    await menu.getByLabel('From').fill('2026-03-02T08:00')
    await menu.getByLabel('To').fill('2026-03-01T08:00')
    await menu.getByText('The end must be after the start').waitFor()
    expect(await menu.getByRole('button', { name: 'Apply' }).isDisabled()).toBe(true)
    await menu.getByLabel('To').fill('2026-03-05T17:30')
    await menu.getByRole('button', { name: 'Apply' }).click()
    await expect.poll(() => filters().range).toBe('custom')
    expect(filters().endTime - filters().startTime).toBe((3 * 24 + 9.5) * 3_600_000)
    await page.reload()
    await showRanges()
    const [shown = ''] = await page.locator('.count-list header .note').allInnerTexts()
    expect(shown).toMatch(/08:00 – .*17:30/)
    await ranges.getByRole('button', { name: shown, pressed: true }).click()
    expect(await menu.getByLabel('From').inputValue()).toBe('2026-03-02T08:00')
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Alert activity' }).last().click()
    await page.waitForURL('**/devices/alert-activity?**')
    await page.getByRole('button', { name: shown, pressed: true }).waitFor()

    // An address with a range that does not exist shows the default.
    for (const path of ['dashboard', 'devices/alert-activity']) {
      await page.goto(`${portal.url}/${path}?searchFilters=${encodeURIComponent('{"range":"soon"}')}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      if (path === 'dashboard') await showRanges()
      await page.getByRole('button', { name: 'Last 28 days', pressed: true }).waitFor()
    }
    expect(faults).toEqual([])
  },
)

test('a site is not shown as quiet before its alerts have loaded, or if loading fails', async () => {
  const { page } = await visit()
  await signIn(page, portal.url)
  await portal.whileLocked('alert', async () => {
    await page.goto(`${portal.url}/dashboard`)
    await page.getByRole('heading', { name: 'Devices', exact: true }).waitFor()
    await expect.poll(() => page.getByText('This could not be loaded').count()).toBeGreaterThan(0)
    expect(await page.getByText('Site health').count()).toBe(0)
  })
  // All at once, since one response removes another element.
  await page.getByRole('button', { name: 'Try again' }).evaluateAll((buttons: { click(): void }[]) => {
    for (const button of buttons) button.click()
  })
  await page
    .getByRole('row', { name: /North Hall/ })
    .getByText('Vape, Sound')
    .waitFor()
})

rare('the dashboard stays as it is when a new hour begins while the alerts cannot be read', async () => {
  const { page } = await visit()
  await page.clock.install()
  await signIn(page, portal.url)
  const north = page.getByRole('row', { name: /North Hall/ }).getByText('Vape, Sound')
  await north.waitFor()
  await page.route('**/api/alerts?*', (route) => route.fulfill({ status: 500, json: {} }))
  const counted = page.waitForResponse((answer) => answer.url().includes('confirmed=false'))
  await page.clock.fastForward(3_600_000)
  await counted
  expect(await north.count()).toBe(1)
  await page.getByRole('heading', { name: /2 open alerts/, level: 1 }).waitFor()
})

test('what could not be loaded is loaded once the connection is back', async () => {
  const cable = await layCable(portal.url)
  onTestFinished(() => cable.close())
  const { page } = await visit()
  const tree = '**/api/sites/tree?*'
  await page.route(tree, (route) => route.fulfill({ status: 500, json: {} }))
  await signIn(page, cable.url)
  await page.getByText('This could not be loaded').first().waitFor()
  await settle(page)
  await page.waitForLoadState('networkidle')
  await page.unroute(tree)
  cable.cut()
  await page
    .getByText(/^Reconnecting/)
    .first()
    .waitFor()
  cable.mend()
  await page
    .getByRole('row', { name: /North Hall/ })
    .getByText('Vape, Sound')
    .waitFor()
})

const stacked = 'two open alerts are stacked vertically at %d px'
async function expectStacked(width: number): Promise<void> {
  const { page } = await visit({ viewport: { width, height: 900 } })
  await signIn(page, portal.url)
  await expect.poll(() => openAlertCards(page).count()).toBe(2)
  const [first, second] = await Promise.all([0, 1].map((nth) => openAlertCards(page).nth(nth).boundingBox()))
  expect(second?.x).toBe(first?.x)
  expect(second?.y).toBeGreaterThan(first?.y ?? Number.POSITIVE_INFINITY)
}
test.each([390])(stacked, expectStacked)
rare.each([850, 1180])(stacked, expectStacked)
