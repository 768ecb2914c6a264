import { sites } from '@eot/contract/sites'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { makePerson, type Person } from './src/people.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { rare } from './src/rare.ts'
import { fillSignIn, signInByForm, signOut } from './src/screens.ts'
import { letAccessTokenExpire, readTokens } from './src/stored-tokens.ts'

const visit = useBrowser()
let portal: TestPortal
let count = 0

beforeAll(async () => {
  portal = await startPortal()
  const ask = await signInToApi(portal.url)
  await ask(sites.create, { body: { Name: 'North Hall' } })
})
afterAll(() => portal?.stop())

const person = () => makePerson(portal, { name: `Person ${++count}`, role: 'Viewer', site: 'North Hall' })

/** Ends the sessions, as an administrator would while the portal is closed, so that neither token is valid. */
async function endSessions(page: Page, { email }: Person): Promise<void> {
  const tokens = await readTokens(page)
  await page.goto('about:blank')
  await portal.sql(
    `update session set revoked_at = now(), revoke_reason = 'test'
     where user_id = (select id from app_user where email = $1)`,
    [email],
  )
  const headers = { authorization: `Bearer ${tokens?.AccessToken}` }
  const ask = async () => (await fetch(`${portal.url}/api/users/me`, { headers })).status
  await expect.poll(ask).toBe(401)
}

/** How often browsers reported that a session could not be created. */
async function countReports(): Promise<number> {
  const metrics = await (await fetch(`${portal.url}/metrics`)).text()
  return Number(/^eot_client_errors_total\{kind="Session"\} (\d+)$/m.exec(metrics)?.[1] ?? 0)
}

const sessionFault = (reason: string) => `The session could not be created: ${reason}`

rare('without tokens, invalid_access_token leads to the form without a message', async () => {
  const { page, faults } = await visit()
  await page.goto(`${portal.url}/loading`)
  await page.waitForURL('**/login')
  await page.getByRole('button', { name: 'LOG IN' }).waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
  expect(faults).toEqual([expect.stringContaining(sessionFault('invalid_access_token'))])
})

rare('invalid tokens are deleted and lead to the form with invalid=invalid_permissions', async () => {
  const { page, faults } = await visit()
  const somebody = await person()
  await signInByForm(page, portal.url, somebody)
  await endSessions(page, somebody)
  await page.goto(portal.url)
  await page.waitForURL('**/login?invalid=invalid_permissions')
  await page.getByRole('alert').getByText('Email or password is invalid').waitFor()
  expect(await readTokens(page)).toBeUndefined()
  expect(faults.at(-1)).toContain(sessionFault('invalid_permissions'))
})

rare('with a previous location there is no message, and signing in leads back to it', async () => {
  const { page } = await visit()
  const somebody = await person()
  await signInByForm(page, portal.url, somebody)
  await endSessions(page, somebody)
  await page.goto(`${portal.url}/alerts`)
  await page.waitForURL('**/login')
  await page.getByRole('button', { name: 'LOG IN' }).waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
  await fillSignIn(page, somebody)
  await page.waitForURL('**/alerts*')
})

rare.each([
  ['failed_to_get_siteId', '**/api/sites/me/path'],
  ['could_not_find_user', '**/api/users/me'],
])('%s leads to the form with this reason, and is reported', async (reason, broken) => {
  const { page, faults } = await visit()
  const before = await countReports()
  await signInByForm(page, portal.url, await person())
  // No state of the database makes only this request fail, so the response is replaced.
  await page.route(broken, (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto(portal.url)
  await page.waitForURL(`**/login?invalid=${reason}`)
  await page.getByRole('alert').getByText('Email or password is invalid').waitFor()
  expect(await readTokens(page)).toBeUndefined()
  await expect.poll(() => page.locator('html').getAttribute('class')).not.toContain('theme-')
  expect(faults.at(-1)).toContain(sessionFault(reason))
  await expect.poll(countReports).toBe(before + 1)
})

rare(
  'a server that does not respond while the session loads leads to the timeout page; the tokens are kept, and a retry succeeds',
  async () => {
    const { page, faults } = await visit()
    await signInByForm(page, portal.url, await person())
    const before = await readTokens(page)
    await portal.whileLocked('site', async () => {
      await page.goto(`${portal.url}/alerts`)
      await page.waitForURL('**/timeout')
      await page.getByRole('heading', { name: 'Server Time Out' }).waitFor()
    })
    expect(await readTokens(page)).toEqual(before)
    // The early requests of the page fail too, in any order.
    expect(faults).toContainEqual(expect.stringContaining(sessionFault('timeout')))
    await page.getByRole('button', { name: 'Try Again' }).click()
    await page.waitForURL('**/alerts*')
    await page.getByRole('heading', { name: 'Alerts', level: 1 }).waitFor()
  },
)

rare(
  'a sign-in without a response within ten seconds leads to the timeout page, and from there back to the form',
  async () => {
    const { page } = await visit()
    // The response never arrives, as with a broken connection.
    await page.route('**/api/auth/login', () => undefined)
    await page.goto(`${portal.url}/login`)
    await fillSignIn(page, await person())
    await expect.poll(() => page.getByRole('button', { name: 'LOG IN' }).isDisabled()).toBe(true)
    await page.waitForURL('**/timeout')
    await page.getByRole('button', { name: 'Try Again' }).click()
    await page.waitForURL('**/login')
  },
)

rare('the root, portal pages and visitor pages each redirect according to the session', async () => {
  const { page } = await visit()
  const landing = async (path: string, place: string) => {
    await page.goto(portal.url + path)
    await page.waitForURL(`**${place}`)
  }
  await landing('/', '/login')
  await landing('/dashboard', '/login')
  await landing('/mfa-setup?email=a%40example.org', '/login')
  await landing('/about', '/about')
  await landing('/update-password', '/login')
  await landing('/mfa', '/login')
  await signInByForm(page, portal.url, await person())
  for (const path of [
    '/',
    '/login',
    '/mfa',
    '/password',
    '/reset',
    '/confirm',
    '/register-site',
    '/mfa-setup',
  ])
    await landing(path, '/dashboard')
  await landing('/about', '/about')
})

rare('the link in an email still works if the stored session turns out to be invalid', async () => {
  const { page } = await visit()
  const somebody = await person()
  await signInByForm(page, portal.url, somebody)
  await endSessions(page, somebody)
  await page.goto(`${portal.url}/reset?email=${encodeURIComponent(somebody.email)}&code=a-code`)
  await page.getByRole('heading', { name: 'Reset password' }).waitFor()
  expect(new URL(page.url()).searchParams.get('code')).toBe('a-code')
})

test('a password change keeps all tabs of this browser signed in and ends the sessions of other browsers', async () => {
  const somebody = await person()
  const { page, faults } = await visit()
  const elsewhere = await visit()
  await signInByForm(page, portal.url, somebody)
  await signInByForm(elsewhere.page, portal.url, somebody)
  await page.goto(`${portal.url}/change-password`)
  await page.getByLabel('Current password').fill('not the password')
  await page.getByLabel('New password').fill('an orchard of my own')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByRole('alert').getByText('The password is incorrect').waitFor()

  const second = await page.context().newPage()
  await second.goto(`${portal.url}/alerts`)
  await second.locator('.live-state').getByText('Live').waitFor()
  await page.getByLabel('Current password').fill(somebody.password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.waitForURL('**/account-info')
  await second.locator('.live-state').getByText('Live').waitFor()
  await second.reload()
  await second.getByRole('heading', { name: 'Alerts', level: 1 }).waitFor()
  await elsewhere.page.waitForURL('**/login?invalid=sessionExpired')
  expect(faults.filter((fault) => !fault.includes('status of 400'))).toEqual([])
})

test('a session that the server ends while a page is open leads to the form, which says so, and signing in leads back', async () => {
  const somebody = await person()
  const { page } = await visit()
  await signInByForm(page, portal.url, somebody)
  await page.goto(`${portal.url}/account-info`)
  await page.locator('.live-state').getByText('Live').waitFor()
  await portal.sql(
    `with ended as (
       update session set revoked_at = now(), revoke_reason = 'test'
       where user_id = (select id from app_user where email = $1))
     select pg_notify('ended_sessions', '')`,
    [somebody.email],
  )
  await page.waitForURL('**/login?invalid=sessionExpired')
  await page.getByRole('alert').getByText('Session expired, please try again').waitFor()
  await fillSignIn(page, somebody)
  await page.waitForURL('**/account-info')
})

rare(
  'signing out asks before what is not saved is discarded, and then ends the session in other tabs at once',
  async () => {
    const { page, faults } = await visit()
    await signInByForm(page, portal.url, await person())
    const second = await page.context().newPage()
    for (const tab of [page, second]) {
      await tab.goto(`${portal.url}/account-info`)
      await tab.getByRole('region', { name: 'Profile' }).getByRole('button', { name: 'Edit' }).click()
      await tab.getByLabel('Job title').fill('Not saved')
    }
    await page.bringToFront()
    const question = page.getByRole('dialog', { name: 'Discard your changes?' })
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByRole('menuitem', { name: 'LOG OUT' }).click()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'hidden' })
    expect(await readTokens(page)).toBeDefined()
    expect(await page.getByLabel('Job title').inputValue()).toBe('Not saved')

    const isLeft = signOut(page)
    await question.getByRole('button', { name: 'Discard' }).click()
    await isLeft
    await second.waitForURL('**/login')
    await second.getByRole('button', { name: 'LOG IN' }).waitFor()
    expect(await readTokens(page)).toBeUndefined()
    expect(faults).toEqual([])
  },
)

rare('an idle page stays live when its token expires', async () => {
  const somebody = await person()
  const { page } = await visit()
  await signInByForm(page, portal.url, somebody)
  await page.goto(`${portal.url}/account-info`)
  await page.locator('.live-state').getByText('Live').waitFor()
  await letAccessTokenExpire(page, 4000)
  const before = await readTokens(page)
  await page.reload()
  await page.locator('.live-state').getByText('Live').waitFor()
  await expect
    .poll(async () => (await readTokens(page))?.RefreshToken, { timeout: 60_000 })
    .not.toBe(before?.RefreshToken)
  await page.locator('.live-state').getByText('Live').waitFor()
})
