import { auth } from '@eot/contract/auth'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useBrowser } from './src/browser.ts'
import { makePerson, type Person } from './src/people.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { rare } from './src/rare.ts'
import { fillSignIn } from './src/screens.ts'
import { codeNow, setUpSecondFactor, staleCode } from './src/second-factor.ts'

declare const navigator: { clipboard: { writeText(text: string): Promise<void> } }

const visit = useBrowser()
let portal: TestPortal
let count = 0

beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

/** A user with the given columns. */
async function person(columns = ''): Promise<Person> {
  const made = await makePerson(portal, { name: `Person ${++count}`, role: 'Viewer' })
  if (columns) await portal.sql(`update app_user set ${columns} where email = $1`, [made.email])
  return made
}

const placeOf = (page: Page) => {
  const { pathname, searchParams } = new URL(page.url())
  return { pathname, query: Object.fromEntries(searchParams) }
}

async function expectRefusal(page: Page, invalid: string, message: string) {
  await page.waitForURL(`**/login?invalid=${invalid}`)
  await page.getByRole('alert').getByText(message, { exact: true }).waitFor()
}

const refusals = [
  [
    'Temporary password expired',
    'passwordExpired',
    'Temporary password expired please contact your administrator',
    () => person(`password_expires_at = now() - interval '1 minute'`),
  ],
  [
    'User not confirmed',
    'confirmed',
    "Account hasn't been confirmed. Check your email",
    () => person('confirmed_at = null'),
  ],
  [
    'Invalid credentials',
    'login',
    'Email or password is invalid',
    async () => ({ ...(await person()), password: 'not the password' }),
  ],
  [
    'Invalid credentials',
    'login',
    'Email or password is invalid',
    async () => ({ email: 'nobody@example.org', password: 'whatever it is', name: '' }),
  ],
  [
    'no known detail',
    'login',
    'Email or password is invalid',
    async () => ({ email: `${'long'.repeat(70)}@example.org`, password: 'whatever it is', name: '' }),
  ],
] as const

rare.each(refusals)('"%s" leads to the form with invalid=%s', async (_detail, invalid, message, who) => {
  const { page } = await visit()
  await page.goto(`${portal.url}/login`)
  await fillSignIn(page, await who())
  await expectRefusal(page, invalid, message)
  expect(await page.getByLabel('EMAIL').getAttribute('aria-invalid')).toBe('true')
})

rare('"Limit exceeded" is shown after ten wrong passwords, even for the right one', async () => {
  const { page } = await visit()
  const { email, password } = await person()
  for (let wrong = 0; wrong < 10; wrong++) {
    await fetch(`${portal.url}/api${auth.login.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ Email: email, Password: `wrong password ${wrong}` }),
    })
  }
  await page.goto(`${portal.url}/login`)
  await fillSignIn(page, { email, password })
  await expectRefusal(page, 'limit', 'Maximum login attempts exceeded')
})

rare.each([
  ['nonsense', 'Email or password is invalid'],
  ['could_not_find_user', 'Email or password is invalid'],
  ['account_not_confirmed', "Account hasn't been confirmed. Check your email"],
  ['limit_exceeded', 'Maximum login attempts exceeded'],
])('invalid=%s in the URL shows "%s"', async (invalid, message) => {
  const { page } = await visit()
  await page.goto(`${portal.url}/login?invalid=${invalid}`)
  await page.getByRole('alert').getByText(message, { exact: true }).waitFor()
})

rare('an unconfirmed user can have the confirmation email resent', async () => {
  const { page } = await visit()
  await page.goto(`${portal.url}/login`)
  const { email, password } = await person('confirmed_at = null')
  await fillSignIn(page, { email, password })
  await page.getByRole('link', { name: 'Resend the confirmation email' }).click()
  // Until the next page is there, the field is that of the sign-in.
  await page.getByRole('button', { name: 'Resend email' }).waitFor()
  expect(await page.getByLabel('EMAIL', { exact: true }).inputValue()).toBe(email)
  await page.getByRole('button', { name: 'Resend email' }).click()
  await page.getByRole('status').getByText(email).waitFor()
})

test('"MFA required" leads to the code form with session and email, and a pasted code signs in', async () => {
  const { page, faults } = await visit()
  const somebody = await person()
  const { secret } = await setUpSecondFactor(portal, somebody)
  await page.goto(`${portal.url}/login`)
  await fillSignIn(page, somebody)
  await page.waitForURL('**/mfa?*')
  expect(placeOf(page).query).toEqual({ session: expect.stringMatching(/.{20,}/), email: somebody.email })

  const code = page.getByLabel('CODE')
  expect(await code.getAttribute('autocomplete')).toBe('one-time-code')
  expect(await page.getByRole('alert').count()).toBe(0)
  await code.fill(staleCode(secret))
  await page.getByRole('alert').getByText('Invalid code').waitFor()
  const right = codeNow(secret)
  await page.evaluate((text) => navigator.clipboard.writeText(text), `${right.slice(0, 3)} ${right.slice(3)}`)
  await code.press('ControlOrMeta+v')
  await page.waitForURL('**/dashboard')
  expect(faults.filter((fault) => !fault.includes('status of 400'))).toEqual([])
})

rare('a recovery code works in place of the authenticator code, once', async () => {
  const somebody = await person()
  const { recoveryCodes } = await setUpSecondFactor(portal, somebody)
  for (const isFirst of [true, false]) {
    const { page } = await visit()
    await page.goto(`${portal.url}/login`)
    await fillSignIn(page, somebody)
    await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
    await page.getByLabel('RECOVERY CODE').fill(recoveryCodes[0] ?? '')
    await page.getByRole('button', { name: 'Continue' }).click()
    if (isFirst) await page.waitForURL('**/dashboard')
    else await page.getByRole('alert').getByText('Invalid code').waitFor()
  }
})

rare('"Session is expired" leads from the code back to the form', async () => {
  const { page } = await visit()
  await page.goto(`${portal.url}/mfa?session=made-up&email=a%40example.org`)
  await page.getByLabel('CODE').fill('123456')
  await expectRefusal(page, 'sessionExpired', 'Session expired, please try again')
})

rare('five wrong codes end the session', async () => {
  const { page } = await visit()
  const somebody = await person()
  const { secret } = await setUpSecondFactor(portal, somebody)
  await page.goto(`${portal.url}/login`)
  await fillSignIn(page, somebody)
  const code = page.getByLabel('CODE')
  for (let wrong = 0; wrong < 5; wrong++) {
    const answered = page.waitForResponse('**/api/auth/mfa')
    await code.fill('')
    await code.fill(staleCode(secret))
    await answered
  }
  await code.fill('')
  await code.fill(codeNow(secret))
  await expectRefusal(page, 'sessionExpired', 'Session expired, please try again')
})

rare(
  '"New password required" leads to the password form with session and email, and the new password works',
  async () => {
    const { page, faults } = await visit()
    const somebody = await person(`password_expires_at = now() + interval '1 day'`)
    await page.goto(`${portal.url}/login`)
    await fillSignIn(page, somebody)
    await page.waitForURL('**/update-password?*')
    expect(placeOf(page).query).toEqual({ session: expect.stringMatching(/.{20,}/), email: somebody.email })
    const field = page.getByLabel('NEW PASSWORD')
    expect(await field.getAttribute('autocomplete')).toBe('new-password')

    await field.fill('too short')
    await page.getByRole('button', { name: 'Save and sign in' }).click()
    await page.getByRole('alert').getByText('Please enter at least 10 characters').waitFor()
    await field.fill('password123')
    await page.getByRole('button', { name: 'Save and sign in' }).click()
    await page
      .getByRole('alert')
      .getByText(/less common/)
      .waitFor()
    const password = 'an orchard of my own'
    await field.fill(password)
    await page.getByRole('button', { name: 'Save and sign in' }).click()
    await page.waitForURL('**/dashboard')
    expect(faults.filter((fault) => !fault.includes('status of 400'))).toEqual([])

    const again = await visit()
    await again.page.goto(`${portal.url}/login`)
    await fillSignIn(again.page, { ...somebody, password })
    await again.page.waitForURL('**/dashboard')
  },
)

rare('a password can be shown, and Caps Lock is reported', async () => {
  const { page } = await visit()
  await page.goto(`${portal.url}/login`)
  const field = page.getByLabel('PASSWORD', { exact: true })
  expect(await field.getAttribute('autocomplete')).toBe('current-password')
  await field.fill('something')
  await page.getByRole('button', { name: 'Show password' }).click()
  expect(await field.getAttribute('type')).toBe('text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  expect(await field.getAttribute('type')).toBe('password')
  await field.focus()
  await field.dispatchEvent('keydown', { key: 'A', modifierCapsLock: true })
  await page.getByText('Caps Lock is on').waitFor()
})
