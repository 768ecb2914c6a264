import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useBrowser } from './src/browser.ts'
import { type FurnishedSchool, furnishSchool } from './src/furnished-school.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { haveSession, signIn } from './src/screens.ts'

declare const document: {
  body: object
  documentElement: { scrollHeight: number; clientHeight: number }
}
declare const getComputedStyle: (element: object) => {
  backgroundColor: string
  paddingTop: string
  printColorAdjust: string
}

const visit = useBrowser()
let portal: TestPortal
let school: FurnishedSchool

beforeAll(async () => {
  portal = await startPortal()
  school = await furnishSchool(portal)
})
afterAll(() => portal?.stop())

const scrollable = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollHeight - document.documentElement.clientHeight)

test('a short page does not scroll', async () => {
  const { page } = await visit()
  await signIn(page, portal.url)
  for (const path of ['/change-password', '/no-such-page', '/announcements']) {
    await page.goto(portal.url + path)
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
    expect(await scrollable(page), path).toBe(0)
  }
})

test('the change password form has padding to the edge of its card', async () => {
  const { page } = await visit()
  await haveSession(page, portal.url)
  await page.goto(`${portal.url}/change-password`)
  const form = page.locator('.main .card form')
  const padding = await form.evaluate((element: object) => getComputedStyle(element).paddingTop)
  expect(Number.parseInt(padding, 10)).toBeGreaterThanOrEqual(12)
})

test('in print there is no shell, and the bars keep their colors on white, even in the dark theme', async () => {
  const { page } = await visit({ colorScheme: 'dark' })
  await haveSession(page, portal.url)
  await page.goto(`${portal.url}/dashboard?siteId=${school.siteId}`)
  const bar = page.locator('.main .meter i').first()
  await bar.waitFor()
  await page.emulateMedia({ media: 'print' })
  for (const part of ['header.topbar', 'nav.nav'])
    expect(await page.locator(part).isVisible(), part).toBe(false)
  expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
  const [adjust, color] = await bar.evaluate((element: object) => {
    const { printColorAdjust, backgroundColor } = getComputedStyle(element)
    return [printColorAdjust, backgroundColor] as const
  })
  expect(adjust).toBe('exact')
  expect(color).not.toBe('rgba(0, 0, 0, 0)')
  const canvas = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  expect(canvas.match(/\d+/g)?.every((channel) => Number(channel) > 200)).toBe(true)
})
