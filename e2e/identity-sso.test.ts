import { sites } from '@eot/contract/sites'
import { type Somebody, startRealProvider } from '@eot/server/test/real-provider'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { findFreePort } from './src/free-port.ts'
import { knownAddress } from './src/known-address.ts'
import { makePerson, type Person } from './src/people.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { rare } from './src/rare.ts'
import { codeNow, proveLongAgo, setUpSecondFactor, shownSecret } from './src/second-factor.ts'

declare const localStorage: { getItem(key: string): string | null; clear(): void }

const visit = useBrowser()
const tenant = 'the tenant of North Hall'
let portal: TestPortal
let provider: Awaited<ReturnType<typeof startRealProvider>>
let count = 0

beforeAll(async () => {
  const { url, settings } = await knownAddress()
  provider = await startRealProvider(`${url}/azure`)
  portal = await startPortal({
    ...settings,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
  })
  const ask = await signInToApi(portal.url)
  const { Id } = await ask(sites.create, { body: { Name: 'North Hall' } })
  await portal.sql('update site set tenant_id = $1 where id = $2', [tenant, Id])
})
afterAll(async () => {
  await portal?.stop()
  await provider?.stop()
})

/** Creates a portal user and sets the user that the provider reports as signed in. */
async function somebody(claims: Partial<Somebody> = {}): Promise<Person> {
  const person = await makePerson(portal, { name: `Person ${++count}`, role: 'Viewer', site: 'North Hall' })
  provider.signsIn({
    sub: `subject ${count}`,
    tid: tenant,
    email: person.email,
    email_verified: true,
    ...claims,
  })
  return person
}

async function signInWithProvider(page: Page, path = '/login') {
  await page.goto(portal.url + path)
  await page.getByRole('button', { name: 'Sign in with Microsoft' }).click()
}

async function expectRefused(page: Page) {
  await page.getByRole('heading', { name: 'Single sign-on did not work' }).waitFor()
  expect(await page.evaluate(() => localStorage.getItem('eot.tokens'))).toBeNull()
}

test('single sign-on happens in the same window and leads back to the requested page', async () => {
  await somebody()
  const { page, faults } = await visit()
  await page.goto(`${portal.url}/alerts`)
  await page.waitForURL('**/login')
  const places: string[] = []
  page.on('framenavigated', (frame) =>
    places.push(new URL(frame.url()).origin + new URL(frame.url()).pathname),
  )
  await page.getByRole('button', { name: 'Sign in with Microsoft' }).click()
  await page.waitForURL('**/alerts*')
  expect(page.context().pages()).toHaveLength(1)
  expect(places).toContain(`${portal.url}/azure`)
  expect([...new Set(places)].slice(-2)).toEqual([`${portal.url}/loading`, `${portal.url}/alerts`])
  expect(faults).toEqual([])
})

test("the portal's second factor is also required after single sign-on", async () => {
  const person = await somebody()
  const { secret } = await setUpSecondFactor(portal, person)
  const { page } = await visit()
  await signInWithProvider(page)
  await page.waitForURL('**/mfa?*')
  await page.getByLabel('CODE').fill(codeNow(secret))
  await page.waitForURL('**/dashboard')
})

rare(
  'a user without a password proves who they are by another sign-in before they set up a second factor',
  async () => {
    const person = await somebody()
    await portal.sql('update app_user set password_hash = null where email = $1', [person.email])
    const { page } = await visit()
    await signInWithProvider(page)
    await page.waitForURL('**/dashboard')
    await page.goto(`${portal.url}/multi-factor-auth`)
    await proveLongAgo(portal, page, person)
    await page.getByRole('button', { name: 'Set up' }).click()
    await page.getByText('If you have no password').waitFor()
    await page.getByRole('button', { name: 'Sign out and sign in again' }).click()
    await page.waitForURL('**/login')
    await signInWithProvider(page)
    await page.waitForURL('**/dashboard')
    await page.goto(`${portal.url}/multi-factor-auth`)
    await page.getByRole('button', { name: 'Set up' }).click()
    await shownSecret(page)
  },
)

rare.each([
  ['of another tenant', { tid: 'another tenant' }],
  ['unknown here', { email: 'nobody@example.org' }],
  ['whose address the provider has not verified', { email_verified: false }],
])('a user %s is rejected', async (_who, claims) => {
  await somebody(claims)
  const { page } = await visit()
  await signInWithProvider(page)
  await expectRefused(page)
  await page
    .getByRole('alert')
    .getByText(/was not accepted/)
    .waitFor()
  await page.getByRole('link', { name: 'Go to login' }).click()
  await page.getByRole('button', { name: 'LOG IN' }).waitFor()
})

rare('a redirect that was already used, belongs to another browser, or is forged is rejected', async () => {
  await somebody()
  const { page } = await visit()
  const returned = page.waitForRequest((request) => request.url().startsWith(`${portal.url}/azure?`))
  await signInWithProvider(page)
  const address = (await returned).url()
  await page.waitForURL('**/dashboard')

  const other = await visit()
  await other.page.goto(address)
  await expectRefused(other.page)
  await page.evaluate(() => localStorage.clear())
  await page.goto(address)
  await expectRefused(page)
  await page.goto(`${portal.url}/azure?code=made-up&state=made-up`)
  await expectRefused(page)
  await page.goto(`${portal.url}/azure`)
  await expectRefused(page)
})

rare('canceling at the provider shows a message', async () => {
  const { page } = await visit()
  await page.goto(`${portal.url}/azure?error=access_denied&state=any`)
  await expectRefused(page)
  await page
    .getByRole('alert')
    .getByText(/was canceled/)
    .waitFor()
})

rare('the button says so if no provider is configured', async () => {
  const plain = await startPortal()
  const { page } = await visit()
  await page.goto(`${plain.url}/login`)
  const button = page.getByRole('button', { name: 'Sign in with Microsoft' })
  await page.getByText('Single sign-on is not set up').waitFor()
  expect(await button.getAttribute('aria-disabled')).toBe('true')
  await plain.stop()
})

rare('an unreachable provider is reported, and signing in by password still works', async () => {
  const nobody = `http://127.0.0.1:${await findFreePort()}`
  const cutOff = await startPortal({ OIDC_ISSUER: nobody, OIDC_CLIENT_ID: 'eot' })
  const { page } = await visit()
  await page.goto(`${cutOff.url}/login`)
  await page.getByRole('button', { name: 'Sign in with Microsoft' }).click()
  await page.getByRole('alert').getByText('The server is busy').waitFor()
  expect(await page.getByLabel('EMAIL').isEnabled()).toBe(true)
  await cutOff.stop()
})
