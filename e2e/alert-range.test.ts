import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { screenshotFolder, useBrowser } from './src/browser.ts'
import { type FurnishedSchool, furnishSchool } from './src/furnished-school.ts'
import { settle } from './src/look.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { rare } from './src/rare.ts'
import { haveSession, signIn } from './src/screens.ts'

const visit = useBrowser()
let portal: TestPortal
let school: FurnishedSchool

beforeAll(async () => {
  portal = await startPortal()
  school = await furnishSchool(portal)
})
afterAll(() => portal?.stop())

const histogram = (page: Page) => page.getByRole('img', { name: /by start time/ })
const total = async (page: Page) =>
  Number.parseInt((await page.locator('.sumline b').first().innerText()).replace(/\D/g, ''), 10)
const filtersOf = (page: Page) => JSON.parse(new URL(page.url()).searchParams.get('searchFilters') ?? '{}')

async function openDay(page: Page): Promise<void> {
  const search = encodeURIComponent(JSON.stringify({ range: 'last24hours' }))
  await page.goto(`${portal.url}/alerts?siteId=${school.siteId}&searchFilters=${search}`)
  await histogram(page).waitFor()
  await settle(page)
}

/** The count shown by each bar. */
async function countsOfBars(page: Page): Promise<number[]> {
  const titles = await histogram(page).locator('title').allTextContents()
  return titles.map((title) => Number(/: (\d+) alerts? started$/.exec(title)?.[1]))
}

test('each bar of the histogram opens a list of exactly the alerts it counts', async () => {
  const { page, faults } = await visit()
  await signIn(page, portal.url)
  await openDay(page)
  const counts = await countsOfBars(page)
  expect(counts.length).toBeGreaterThan(3)
  for (const [at, count] of counts.entries()) {
    // The full height of the bar's column is clickable.
    await histogram(page).locator('g:has(> title)').nth(at).locator('rect').first().click()
    await expect.poll(() => filtersOf(page).range).toBe('custom')
    await settle(page)
    expect(filtersOf(page).rangeBy).toBe('Start')
    await expect.poll(() => total(page)).toBe(count)
    await page.getByRole('button', { name: 'Started in range', pressed: true }).waitFor()
    await page.goBack()
    await expect.poll(() => countsOfBars(page)).toEqual(counts)
  }
  expect(faults).toEqual([])
})

rare(
  'in the report of alerts, the default range of the list can be chosen, and similar alerts stay in the report',
  async () => {
    const { page, faults } = await visit()
    await haveSession(page, portal.url)
    await page.goto(`${portal.url}/reports/alerts?siteId=${school.siteId}`)
    await page.getByRole('button', { name: 'Last 28 days' }).click()
    await page.getByRole('button', { name: 'Last 7 days' }).click()
    await expect.poll(() => filtersOf(page)).toMatchObject({ range: 'last7days' })
    await page.getByRole('row').getByRole('link', { name: 'Main Hallway' }).first().click()
    await page.getByRole('link', { name: / in 28 days$/ }).click()
    await expect.poll(() => filtersOf(page)).toMatchObject({ range: 'last28days', device: expect.any(Array) })
    expect(new URL(page.url()).pathname).toBe('/reports/alerts')
    expect(faults).toEqual([])
  },
)

rare('the count of a type on the dashboard opens a list of exactly those alerts', async () => {
  const { page } = await visit()
  await signIn(page, portal.url)
  // Started before the counted day and still open.
  await portal.sql(`update alert set started_at = started_at - interval '3 days'
    where id = (select id from alert where type_key = 'Vape' and ended_at is null)`)
  await page.goto(`${portal.url}/dashboard?siteId=${school.siteId}`)
  const lines = page.locator('.by-type').getByRole('listitem')
  await lines.first().waitFor()
  const shown = await lines.allInnerTexts()
  for (const [at, text] of shown.entries()) {
    await lines.nth(at).getByRole('link').click()
    await page.locator('.sumline b').first().waitFor()
    await settle(page)
    expect(await total(page), text).toBe(Number(/(\d+)\s*$/.exec(text)?.[1]))
    await page.goBack()
  }
})

rare('choosing another time range shows the alerts open in it again', async () => {
  const { page } = await visit()
  await signIn(page, portal.url)
  await openDay(page)
  const all = await total(page)
  await page.getByRole('button', { name: 'Started in range' }).click()
  await expect.poll(() => filtersOf(page).rangeBy).toBe('Start')
  await page.getByRole('button', { name: 'Today' }).click()
  await page.getByRole('button', { name: 'Last 24 hours' }).click()
  await expect.poll(() => filtersOf(page).rangeBy).toBeUndefined()
  await settle(page)
  expect(await total(page)).toBe(all)
})

rare('a page past the end of the list says so and links to the first page', async () => {
  const { page, faults } = await visit()
  await haveSession(page, portal.url)
  await page.goto(`${portal.url}/alerts?siteId=${school.siteId}&page=7`)
  await page.getByText('There is nothing on this page').waitFor()
  expect(await page.getByText('No alerts in this time range').count()).toBe(0)
  await page.getByRole('button', { name: 'First page' }).click()
  await page.getByRole('link', { name: 'Main Hallway' }).first().waitFor()
  expect(new URL(page.url()).searchParams.has('page')).toBe(false)
  expect(faults).toEqual([])
})

rare(
  'alerts are filtered by the hours and weekdays of their start, in a menu that loads when it opens',
  async () => {
    const { page, faults } = await visit()
    await signIn(page, portal.url)
    await openDay(page)
    await page.getByRole('button', { name: 'Hours: ' }).click()
    const menu = page.getByRole('dialog', { name: 'Hours' })
    await menu.getByRole('button', { name: 'Mon' }).click()
    await expect.poll(() => filtersOf(page)).toMatchObject({ days: [1] })
    await menu.getByRole('combobox', { name: 'From' }).click()
    await page.getByRole('option', { name: '07:00' }).click()
    await expect.poll(() => filtersOf(page)).toMatchObject({ days: [1], hours: [7, 24] })
    await page.getByRole('button', { name: 'Hours: 07:00 to 00:00, Mon' }).waitFor()
    if (process.env.SCREENSHOTS) await page.screenshot({ path: `${screenshotFolder}/hours-menu.png` })
    expect(faults).toEqual([])
  },
)
