import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useBrowser } from './src/browser.ts'
import { type FurnishedSchool, furnishSchool } from './src/furnished-school.ts'
import { settle } from './src/look.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { signIn } from './src/screens.ts'

const visit = useBrowser()
let portal: TestPortal
let school: FurnishedSchool

beforeAll(async () => {
  portal = await startPortal()
  school = await furnishSchool(portal)
})
afterAll(() => portal?.stop())

const histogram = (page: Page) => page.getByRole('img', { name: /by start time/ })
const rangeOf = (page: Page): { range?: string; startTime: number; endTime: number } =>
  JSON.parse(new URL(page.url()).searchParams.get('searchFilters') ?? '{}')

async function openAlerts(page: Page, filters: object): Promise<number> {
  const search = encodeURIComponent(JSON.stringify(filters))
  await page.goto(`${portal.url}/alerts?siteId=${school.siteId}&searchFilters=${search}`)
  await histogram(page).waitFor()
  await settle(page)
  return total(page)
}

async function total(page: Page): Promise<number> {
  return Number.parseInt((await page.locator('.sumline b').first().innerText()).replace(/\D/g, ''), 10)
}

/** Drags across the histogram from one fraction of its width to another. */
async function draw(page: Page, from: number, to: number): Promise<void> {
  const box = await histogram(page).boundingBox()
  if (!box) throw new Error('the page has no histogram')
  const y = box.y + box.height / 2
  await page.mouse.move(box.x + box.width * from, y)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * to, y, { steps: 4 })
  await page.mouse.up()
}

test('dragging across the histogram zooms in; a double click or the back button zooms out again', async () => {
  const { page, faults } = await visit()
  await signIn(page, portal.url)
  const all = await openAlerts(page, { range: 'last24hours' })

  await draw(page, 0.85, 0.3)
  await expect.poll(() => rangeOf(page).range).toBe('custom')
  const { startTime, endTime } = rangeOf(page)
  expect((endTime - startTime) / 3_600_000).toBeGreaterThan(12)
  expect((endTime - startTime) / 3_600_000).toBeLessThan(16)
  await expect.poll(() => total(page)).toBeLessThan(all)

  await page.goBack()
  await expect.poll(() => rangeOf(page).range).toBe('last24hours')
  await expect.poll(() => total(page)).toBe(all)
  // A tiny drag counts as a click, and a click on a bar would zoom in: there are no alerts in this part of the day.
  await draw(page, 0.15, 0.151)
  expect(rangeOf(page).range).toBe('last24hours')

  await histogram(page).dblclick()
  await expect.poll(() => rangeOf(page).range).toBe('last7days')
  expect(faults).toEqual([])
})

test('buttons zoom and pan as well, and are disabled at the limits', async () => {
  const { page } = await visit()
  await signIn(page, portal.url)
  const day = 86_400_000
  const today = Math.floor(Date.now() / day) * day
  await openAlerts(page, { range: 'custom', startTime: today - 2 * day, endTime: today })
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

  await press('Zoom in')
  await expect
    .poll(() => rangeOf(page))
    .toMatchObject({ startTime: today - 1.5 * day, endTime: today - 0.5 * day })
  await press('Zoom out')
  await press('Earlier')
  await expect.poll(() => rangeOf(page).endTime).toBe(today - 2 * day)
  await press('Later')
  await expect.poll(() => rangeOf(page).endTime).toBe(today)

  await page.getByRole('button', { name: 'Today' }).click()
  await expect.poll(() => page.getByRole('button', { name: 'Later', exact: true }).isDisabled()).toBe(true)
})
