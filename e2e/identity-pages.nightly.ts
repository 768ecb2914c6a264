import { devices } from '@eot/contract/devices'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { look, screenOptions, screens, settle } from './src/look.ts'
import { makePerson } from './src/people.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { fillSignIn, portalHeading, signInByForm } from './src/screens.ts'
import { codeNow, shownSecret } from './src/second-factor.ts'

const visit = useBrowser()
let portal: TestPortal
let count = 0

beforeAll(async () => {
  // The page /register exists only in development.
  vi.stubEnv('NODE_ENV', 'development')
  portal = await startPortal()
  vi.unstubAllEnvs()
})
afterAll(() => portal?.stop())

const heading = (name: string) => (page: Page) => page.getByRole('heading', { name, level: 1 }).waitFor()

const places: [name: string, path: string, ready: (page: Page) => Promise<void>][] = [
  ['login-confirmed', '/login?invalid=confirmed', heading('Sign in')],
  ['password', '/password', heading('Forgot password')],
  ['reset', '/reset', heading('Reset password')],
  ['reset-link', '/reset?email=ann%40example.org&code=c', heading('Reset password')],
  ['confirm', '/confirm', heading('Confirm your account')],
  ['confirm-link', '/confirm?email=ann%40example.org&code=c', heading('Confirm your account')],
  ['mfa', '/mfa?session=s&email=ann%40example.org', heading('Two-factor authentication')],
  ['update-password', '/update-password?session=s&email=ann%40example.org', heading('Choose a password')],
  ['register', '/register', heading('Register')],
  ['register-site', '/register-site', heading('Register a site')],
  ['about', '/about', (page) => page.getByText('Version').waitFor()],
  ['azure', '/azure?error=access_denied', heading('Single sign-on did not work')],
]

describe.each(screens)('at $width px', (screen) => {
  const { width } = screen
  const options = screenOptions(screen)

  async function inspect(page: Page, name: string): Promise<string[]> {
    await settle(page)
    return look(page, name, screen)
  }

  test('the sign-in pages are accessible and fit the screen', async () => {
    const { page, faults } = await visit(options)
    const found: string[] = []
    for (const [name, path, ready] of places) {
      await page.goto(portal.url + path)
      await ready(page)
      found.push(...(await inspect(page, name)))
    }
    await page.goto(`${portal.url}/update-password?session=s&email=ann%40example.org`)
    await page.getByRole('button', { name: 'Save and sign in' }).click()
    await page.getByRole('alert').waitFor()
    found.push(...(await inspect(page, 'update-password-refused')))
    expect([...found, ...faults]).toEqual([])
  })

  test('the steps of registering a site are accessible and fit the screen', async () => {
    const ask = await signInToApi(portal.url)
    const Mac = `A4:CF:12:00:0B:0${++count}`
    await ask(devices.create, { body: { Name: 'In its box', Mac, SiteId: null } })
    const { page, faults } = await visit(options)
    const found: string[] = []
    await page.goto(`${portal.url}/register-flysense-site`)
    await page.getByLabel('Hardware address').fill(Mac)
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByLabel('Full name').fill('Ann Bergmann')
    await page.getByLabel('Email').fill(`ann${count}@example.org`)
    found.push(...(await inspect(page, 'register-person')))
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByLabel('Site name').waitFor()
    await page.getByRole('button', { name: 'Register' }).click()
    await page.getByRole('alert').waitFor()
    found.push(...(await inspect(page, 'register-place')))
    await page.getByLabel('Site name').fill(`Harbour ${count}`)
    await page.getByRole('button', { name: 'Register' }).click()
    await heading('Check your email')(page)
    found.push(...(await inspect(page, 'registered')))
    expect([...found, ...faults]).toEqual([])
  })

  test('the account pages and the second-factor setup are accessible and fit the screen', async () => {
    const person = await makePerson(portal, { name: `Person ${width}`, role: 'Viewer' })
    const { page, faults } = await visit(options)
    const found: string[] = []
    await signInByForm(page, portal.url, person)
    for (const path of ['/account-info', '/change-password', '/multi-factor-auth']) {
      await page.goto(portal.url + path)
      await portalHeading(page).waitFor()
      found.push(...(await inspect(page, path.slice(1))))
    }
    await page.getByRole('button', { name: 'Set up' }).click()
    const secret = await shownSecret(page)
    found.push(...(await inspect(page, 'two-factor-setup')))
    await page.getByLabel('Code', { exact: true }).fill(codeNow(secret))
    await page.getByRole('list', { name: 'Recovery codes' }).waitFor()
    found.push(...(await inspect(page, 'recovery-codes')))
    await page.getByLabel('I have saved these codes').check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Turn off' }).click()
    await page.getByRole('dialog').waitFor()
    found.push(...(await inspect(page, 'two-factor-off')))
    expect([...found, ...faults]).toEqual([])
  })

  test('the required second-factor setup is accessible and fits the screen', async () => {
    const person = await makePerson(portal, { name: `Forced ${width}`, role: 'Viewer' })
    await portal.sql('update app_user set force_two_factor = true where email = $1', [person.email])
    const { page } = await visit(options)
    await page.goto(`${portal.url}/login`)
    await fillSignIn(page, person)
    await page.getByRole('img', { name: 'QR code' }).waitFor()
    expect(await inspect(page, 'mfa-setup')).toEqual([])
  })
})

test('the sign-in pages can be used with the keyboard alone', async () => {
  const { page } = await visit()
  await page.goto(`${portal.url}/login`)
  await page.getByText('Single sign-on is not set up').waitFor()
  await expect.poll(() => page.getByLabel('EMAIL').evaluate((one) => one.matches(':focus'))).toBe(true)
  const focused = () =>
    page.locator(':focus').evaluate((one) => one.getAttribute('aria-label') ?? one.textContent)
  const stops: (string | null)[] = []
  for (let presses = 0; presses < 6; presses++) {
    await page.keyboard.press('Tab')
    stops.push(await focused())
  }
  expect(stops).toEqual([
    '',
    'Show password',
    'LOG IN',
    'FORGOT PASSWORD',
    'Sign in with Microsoft',
    'Register a site',
  ])
  await page.goto(`${portal.url}/mfa?session=s&email=a%40example.org`)
  await page.getByLabel('CODE').waitFor()
  await page.keyboard.type('123')
  expect(await page.getByLabel('CODE').inputValue()).toBe('123')
})
