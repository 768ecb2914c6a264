import { sites } from '@eot/contract/sites'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { look, screenOptions, screens } from './src/look.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { rare } from './src/rare.ts'
import { makeRoom } from './src/rooms.ts'
import { haveSession } from './src/screens.ts'
import { connectSensor } from './src/sensor-client.ts'

const visit = useBrowser()
const minuteMs = 60_000
let portal: TestPortal
let siteId: string
let emptyId: string

beforeAll(async () => {
  portal = await startPortal()
  const ask = await signInToApi(portal.url)
  siteId = (await ask(sites.create, { body: { Name: 'North Hall', TimeZone: 'America/Chicago' } })).Id
  emptyId = (await ask(sites.create, { body: { Name: 'New Wing', TimeZone: 'America/Chicago' } })).Id
  const now = Date.now()
  for (const [name, ECO2] of [
    ['Stuffy room', 1900],
    ['Fresh room', 500],
  ] as const) {
    const sensor = await connectSensor(portal.mqttUrl, await makeRoom(ask, name, siteId))
    // Each minute of the last 13 hours, since particles are averaged over 12.
    await sensor.publish(
      Array.from({ length: 780 }, (_, n) => ({
        at: now - n * minuteMs,
        readings: { ECO2: ECO2 + (n % 2 ? 1 : -1), particulate: 4, temperature: 22, humidity: 45 },
      })),
    )
    await sensor.close()
  }
})
afterAll(() => portal?.stop())

const pathTo = (id: string) => `${portal.url}/ratings?siteId=${id}`

test('the page says what takes the points, lists the worst room first, and changes to comfort', async () => {
  const { page, faults } = await visit()
  await haveSession(page, portal.url)
  await page.goto(pathTo(siteId))
  await page
    .getByRole('heading', { level: 1, name: /\(estimated\) accounts for \d+ of the \d+ points lost/ })
    .waitFor()
  const worst = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Worst rooms now' }) })
  await expect.poll(() => worst.getByRole('row').nth(1).innerText()).toMatch(/^Stuffy room/)
  await page
    .getByRole('radio', { name: 'Comfort' })
    .or(page.getByRole('button', { name: 'Comfort' }))
    .first()
    .click()
  await expect.poll(() => page.url()).toContain('type=Comfort')
  await page.getByRole('heading', { level: 1, name: /^Comfort is/ }).waitFor()
  expect(faults).toEqual([])
})

declare const document: {
  body: { append(element: object): void }
  createElement(name: string): { style: { color: string }; remove(): void }
}
declare const getComputedStyle: (element: object) => { color: string; backgroundColor: string }

/** Colors as computed, which can be compared with those of elements. */
const colorsOf = (page: Page, values: readonly string[]) =>
  page.evaluate(
    (shown) =>
      shown.map((value) => {
        const sample = document.createElement('i')
        sample.style.color = value
        document.body.append(sample)
        const { color } = getComputedStyle(sample)
        sample.remove()
        return color
      }),
    values,
  )

test('the bars of lost points do not have the color of a band, which they are not', async () => {
  const { page } = await visit()
  await haveSession(page, portal.url)
  await page.goto(pathTo(siteId))
  const bars = page.locator('.takes .bar i, .sumbar i:not(.kept)')
  await bars.first().waitFor()
  const bands = ['excellent', 'good', 'fair', 'poor'].map((grade) => `var(--band-${grade})`)
  const mixed = bands.map((band) => `color-mix(in srgb, ${band} 34%, var(--surface-1))`)
  const wrong = await colorsOf(page, [...bands, ...mixed])
  const shown = await bars.evaluateAll((all) => all.map((bar) => getComputedStyle(bar).backgroundColor))
  expect(shown.length).toBeGreaterThanOrEqual(2)
  expect(shown.filter((color) => wrong.includes(color))).toEqual([])
})

test('a site without readings has no score, and says so', async () => {
  const { page, faults } = await visit()
  await haveSession(page, portal.url)
  await page.goto(pathTo(emptyId))
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(() => page.locator('main').innerText()).toContain('no score')
  expect(faults).toEqual([])
})

describe.each(screens)('at $width px', (screen) => {
  rare('the page of ratings is accessible and fits the screen', async () => {
    const { page, faults } = await visit(screenOptions(screen))
    await haveSession(page, portal.url)
    await page.goto(pathTo(siteId))
    await page.getByRole('heading', { name: 'Worst rooms now' }).waitFor()
    expect(await look(page, 'ratings', screen)).toEqual([])
    expect(faults).toEqual([])
  })
})
