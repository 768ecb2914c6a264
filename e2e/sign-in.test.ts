import { sites } from '@eot/contract/sites'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { administrator, startPortal, type TestPortal } from './src/portal.ts'
import { rare } from './src/rare.ts'
import { fillSignIn, navigate, signInByForm } from './src/screens.ts'
import { letAccessTokenExpire, readTokens } from './src/stored-tokens.ts'

const visit = useBrowser()
let portal: TestPortal
let northHall: string

beforeAll(async () => {
  portal = await startPortal()
  const ask = await signInToApi(portal.url)
  northHall = (await ask(sites.create, { body: { Name: 'North Hall' } })).Id
})

afterAll(() => portal?.stop())

rare('an invalid email address is reported before anything is sent', async () => {
  const { page, faults } = await visit()
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await page.goto(portal.url)
  await fillSignIn(page, { email: 'root@example', password: 'whatever it is' })
  const message = page.getByRole('alert').getByText('Please enter a valid email address')
  await message.waitFor()
  const top = async (what: Locator) => (await what.boundingBox())?.y ?? 0
  expect(await top(message)).toBeLessThan(await top(page.getByLabel('EMAIL')))
  expect(sent).toEqual([])
  expect(faults).toEqual([])
})

rare.each(['', ' ', 'x'.repeat(1025)])(
  'any password is sent, and only the server validates it',
  async (password) => {
    const { page } = await visit()
    await page.goto(portal.url)
    const sent = page.waitForRequest((request) => request.url().endsWith('/api/auth/login'))
    await fillSignIn(page, { ...administrator, password })
    expect((await sent).postDataJSON()).toEqual({ Email: administrator.email, Password: password })
    await page.getByRole('alert').getByText('Email or password is invalid').waitFor()
  },
)

test('a wrong password shows the specified message, and then the right one opens the portal', async () => {
  const { page, faults } = await visit()
  await page.goto(portal.url)
  await fillSignIn(page, { ...administrator, password: 'not the password' })
  await page.getByRole('alert').getByText('Email or password is invalid').waitFor()
  expect(faults).toEqual([expect.stringContaining('status of 400')])
  faults.length = 0

  const places: string[] = []
  page.on('framenavigated', (frame) => places.push(new URL(frame.url()).pathname))
  await fillSignIn(page, administrator)
  await page.getByRole('progressbar', { name: 'Signing in' }).waitFor()
  await page.getByRole('heading', { name: 'All sites' }).waitFor()
  expect(places).toEqual(['/loading', '/dashboard'])
  expect(faults).toEqual([])
})

rare('after signing in, a redirected visitor gets to the requested page and site', async () => {
  const { page, faults } = await visit()
  await page.goto(`${portal.url}/alerts?siteId=${northHall}`)
  await page.waitForURL('**/login')
  await fillSignIn(page, administrator)
  await page.waitForURL(`**/alerts?siteId=${northHall}*`)
  const crumbs = page.getByRole('navigation', { name: 'Sites' })
  await crumbs.getByText('North Hall').waitFor()
  expect(await crumbs.getByRole('link').allInnerTexts()).toEqual(['All sites'])
  expect(faults).toEqual([])
})

test('signing out ends the session in every tab, and the back button shows no data', async () => {
  const { page, faults } = await visit()
  await signInByForm(page, portal.url)
  await navigate(page, 'ALERTS')
  const other = await page.context().newPage()
  await other.goto(`${portal.url}/devices`)
  await other.getByRole('heading', { name: 'Devices', level: 1 }).waitFor()
  const tokens = await readTokens(page)

  const ended = page.waitForResponse('**/api/auth/logout')
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('menuitem', { name: 'LOG OUT' }).click()
  expect((await ended).ok()).toBe(true)
  for (const tab of [page, other]) await tab.waitForURL('**/login')
  await page.goBack()
  await page.getByRole('button', { name: 'LOG IN' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/login')
  expect(await readTokens(page)).toBeUndefined()

  const me = await fetch(`${portal.url}/api/users/me`, {
    headers: { authorization: `Bearer ${tokens?.AccessToken}` },
  })
  expect(me.status).toBe(401)
  const refreshed = await fetch(`${portal.url}/api/auth/refresh`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ RefreshToken: tokens?.RefreshToken }),
  })
  expect(refreshed.ok).toBe(false)
  expect(faults).toEqual([])
})

rare('signing out ends the session locally at once, even if the server cannot be reached', async () => {
  const { page } = await visit()
  await signInByForm(page, portal.url)
  await page.route('**/api/auth/logout', (route) => route.abort())
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('menuitem', { name: 'LOG OUT' }).click()
  await page.waitForURL('**/login')
  expect(await readTokens(page)).toBeUndefined()
})

rare('a second tab is signed in already', async () => {
  const { page } = await visit()
  await signInByForm(page, portal.url)
  const second = await page.context().newPage()
  await second.goto(portal.url)
  await second.waitForURL('**/dashboard')
  await second.getByRole('heading', { name: 'All sites' }).waitFor()
})

rare('an expired access token is renewed in the background, once for two tabs', async () => {
  const { page, faults } = await visit()
  await signInByForm(page, portal.url)
  const other = await page.context().newPage()
  await other.goto(`${portal.url}/dashboard`)
  await other.getByRole('heading', { name: 'All sites' }).waitFor()
  const refreshes: string[] = []
  page.context().on('request', (request) => {
    if (request.url().includes('/api/auth/refresh')) refreshes.push(request.url())
  })
  const before = await readTokens(page)

  await letAccessTokenExpire(page)
  await Promise.all([navigate(page, 'ALERTS'), navigate(other, 'ALERTS')])
  for (const tab of [page, other]) await tab.getByText('No alerts in this time range').waitFor()
  await Promise.all([navigate(page, 'DEVICES'), navigate(other, 'DEVICES')])
  for (const tab of [page, other]) {
    await tab.getByText('No devices yet').waitFor()
    await tab.locator('.live-state').getByText('Live').waitFor()
  }

  expect(refreshes).toHaveLength(1)
  expect((await readTokens(page))?.RefreshToken).not.toBe(before?.RefreshToken)
  expect(faults.filter((fault) => !fault.includes('status of 401'))).toEqual([])
})
