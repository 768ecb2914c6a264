import { sites } from '@eot/contract/sites'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { haveSession, navigate, signIn } from './src/screens.ts'

declare const history: { pushState(state: object, unused: string): void }

const visit = useBrowser()
let portal: TestPortal
const site = { north: '', south: '' }

beforeAll(async () => {
  portal = await startPortal()
  const ask = await signInToApi(portal.url)
  site.north = (await ask(sites.create, { body: { Name: 'North Hall' } })).Id
  site.south = (await ask(sites.create, { body: { Name: 'South Hall' } })).Id
  await ask(sites.create, { body: { Name: 'annex', ParentSite: site.south } })
  await ask(sites.create, { body: { Name: 'Zoo', ParentSite: site.south } })
  await ask(sites.create, { body: { Name: 'Boiler Room', ParentSite: site.south } })
})
afterAll(() => portal?.stop())

test('the top bar shows the EoT LIVE logo and a button that toggles the navigation', async () => {
  const { page } = await visit()
  await signIn(page, portal.url)
  expect(await page.locator('header.topbar .logo').innerText()).toMatch(/^EoT\s+LIVE$/)
  const nav = page.getByRole('navigation', { name: 'Main' })
  await nav.waitFor()
  await page.getByRole('button', { name: 'Menu', expanded: true }).click()
  await nav.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Menu', expanded: false }).click()
  await nav.waitFor()
})

test('GO TO ROOT SITE is offered only with a site in the URL, and removes it', async () => {
  const { page } = await visit()
  await signIn(page, portal.url)
  const settings = page.getByRole('button', { name: 'Settings' })
  const root = page.getByRole('menuitem', { name: 'GO TO ROOT SITE' })
  await settings.click()
  await page.getByRole('menuitem', { name: 'LOG OUT' }).waitFor()
  expect(await root.count()).toBe(0)

  await page.goto(`${portal.url}/devices?siteId=${site.south}`)
  await settings.click()
  await root.click()
  await page.waitForURL(`${portal.url}/devices`)
  await page.getByRole('navigation', { name: 'Sites' }).getByText('All sites').waitFor()
})

test('the drop-downs link to the sub-sites, sorted by name, and to the parents', async () => {
  const { page } = await visit()
  await haveSession(page, portal.url)
  await page.goto(`${portal.url}/dashboard?siteId=${site.south}`)
  const below = page.getByRole('button', { name: /^Sub-sites/ })
  await below.click()
  const entries = page.getByRole('dialog', { name: 'Sub-sites' }).getByRole('link')
  await entries.first().waitFor()
  expect(await entries.allInnerTexts()).toEqual(['annex', 'Boiler Room', 'Zoo'])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Parent sites/ }).click()
  await page.getByRole('dialog', { name: 'Parent sites' }).getByRole('link', { name: 'All sites' }).click()
  await page.waitForURL(`${portal.url}/dashboard`)
})

test('the top bar shows a loading state until the path of the site has loaded', async () => {
  const { page } = await visit()
  await signIn(page, portal.url)
  const released = Promise.withResolvers<void>()
  await page.route(`**/api/sites/${site.south}/path`, async (route) => {
    await released.promise
    await route.continue()
  })
  await page.goto(`${portal.url}/dashboard?siteId=${site.south}`)
  const crumbs = page.getByRole('navigation', { name: 'Sites' })
  await page.locator('.topbar .skeleton').waitFor()
  expect(await crumbs.count()).toBe(0)
  released.resolve()
  await crumbs.getByText('South Hall').waitFor()
  expect(await page.locator('.topbar .skeleton').count()).toBe(0)
})

test('a navigation with the mode refreshTopBar reloads the path of the site', async () => {
  const { page } = await visit()
  await haveSession(page, portal.url)
  await page.goto(`${portal.url}/dashboard?siteId=${site.north}`)
  const crumbs = page.getByRole('navigation', { name: 'Sites' })
  await crumbs.getByText('North Hall').waitFor()
  await portal.sql("update site set name = 'West Hall' where id = $1", [site.north])
  await page.evaluate(() => history.pushState({ mode: 'refreshTopBar' }, ''))
  await crumbs.getByText('West Hall').waitFor()
})

test('going to another site leaves the alerts room of the previous site and joins that of the new one', async () => {
  const { page } = await visit()
  const sent: { Action: string; SiteId: string }[] = []
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => {
      const [, message] = /^42\d*\["(?:join|leave)",(.*)\]$/.exec(String(payload)) ?? []
      const request = message && JSON.parse(message)
      if (request?.EventType === 'alerts') sent.push({ Action: request.Action, SiteId: request.SiteId })
    })
  })
  await haveSession(page, portal.url)
  await page.goto(`${portal.url}/dashboard?siteId=${site.south}`)
  await expect.poll(() => sent.at(-1)).toEqual({ Action: 'join', SiteId: site.south })
  sent.length = 0
  await page.getByRole('button', { name: /^Sub-sites/ }).click()
  await page.getByRole('link', { name: 'Zoo' }).click()
  await page.waitForURL((url) => !url.search.includes(site.south))
  const zoo = new URL(page.url()).searchParams.get('siteId')
  await expect
    .poll(() => sent)
    .toEqual([
      { Action: 'leave', SiteId: site.south },
      { Action: 'join', SiteId: zoo },
    ])
})

test('a drop-down is filtered from the first character on', async () => {
  const { page } = await visit()
  await signIn(page, portal.url)
  await navigate(page, 'DEVICES')
  await page.getByRole('button', { name: 'Add device' }).first().click()
  const drawer = page.getByLabel('Add device', { exact: true }).filter({ has: page.locator('form') })
  await drawer.getByRole('combobox', { name: 'Site' }).click()
  const options = page.getByRole('option')
  await expect.poll(() => options.count()).toBeGreaterThan(3)
  await page.keyboard.type('z')
  await expect.poll(() => options.allInnerTexts()).toEqual([expect.stringContaining('Zoo')])
})
