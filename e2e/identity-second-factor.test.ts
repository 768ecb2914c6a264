import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useBrowser } from './src/browser.ts'
import { type MailPortal, startMailPortal } from './src/mail-portal.ts'
import { makePerson } from './src/people.ts'
import { rare } from './src/rare.ts'
import { fillSignIn, signInByForm, signOut } from './src/screens.ts'
import { codeNow, letCodesServeAgain, proveLongAgo, shownSecret } from './src/second-factor.ts'

declare const navigator: { clipboard: { readText(): Promise<string> } }

const visit = useBrowser()
let portal: MailPortal

beforeAll(async () => {
  portal = await startMailPortal()
})
afterAll(() => portal?.stop())

async function shownRecoveryCodes(page: Page): Promise<string[]> {
  const items = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await items.nth(9).waitFor()
  const codes = await items.allInnerTexts()
  expect(new Set(codes).size).toBe(10)
  return codes
}

test('a required second factor must be set up before any page opens; then codes and recovery codes sign in', async () => {
  const somebody = await makePerson(portal, { name: 'Fora Forced', role: 'Viewer' })
  await portal.sql('update app_user set force_two_factor = true where email = $1', [somebody.email])
  const { page, faults } = await visit()
  await page.goto(`${portal.url}/alerts`)
  await page.waitForURL('**/login')
  await fillSignIn(page, somebody)
  await page.waitForURL(`**/mfa-setup?email=${encodeURIComponent(somebody.email)}`)
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
  expect(faults.splice(0)).toEqual([expect.stringContaining('force_two_factor_auth_setup')])

  for (const path of ['/dashboard', '/multi-factor-auth', '/alerts']) {
    await page.goto(portal.url + path)
    await page.waitForURL('**/mfa-setup?email=*')
  }
  const secret = await shownSecret(page)
  await page.getByRole('button', { name: 'Copy' }).click()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied.replaceAll(' ', '')).toBe(secret)
  await page.getByLabel('Code', { exact: true }).fill(codeNow(secret))

  const codes = await shownRecoveryCodes(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  for (const code of codes) expect(file).toContain(code)
  expect(file).toContain(somebody.email)
  const goOn = page.getByRole('button', { name: 'Continue' })
  expect(await goOn.isDisabled()).toBe(true)
  await page.getByLabel('I have saved these codes').check()
  await goOn.click()
  await page.waitForURL('**/alerts*')

  await page.goto(`${portal.url}/multi-factor-auth`)
  await page.getByText("so you can't turn it off").waitFor()
  expect(await page.getByRole('button', { name: 'Turn off' }).isDisabled()).toBe(true)
  await signOut(page)

  await letCodesServeAgain(portal, somebody)
  await fillSignIn(page, somebody)
  await page.getByLabel('CODE').fill(codeNow(secret))
  await page.waitForURL('**/dashboard')
  await signOut(page)
  await fillSignIn(page, somebody)
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await page.getByLabel('RECOVERY CODE').fill(codes[0] ?? '')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL('**/dashboard')
  await page.goto(`${portal.url}/multi-factor-auth`)
  await page.locator('dd').getByText('9', { exact: true }).waitFor()
})

rare('a required setup that takes long asks for the password again and then continues', async () => {
  const somebody = await makePerson(portal, { name: 'Lena Late', role: 'Viewer' })
  await portal.sql('update app_user set force_two_factor = true where email = $1', [somebody.email])
  const { page } = await visit()
  await page.goto(`${portal.url}/login`)
  await fillSignIn(page, somebody)
  await shownSecret(page)
  await proveLongAgo(portal, page, somebody)
  await page.reload()
  await page.getByLabel('Password', { exact: true }).fill(somebody.password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Code', { exact: true }).fill(codeNow(await shownSecret(page)))
  await shownRecoveryCodes(page)
})

rare('a key that expires before its code is entered is replaced, and the page says so', async () => {
  const somebody = await makePerson(portal, { name: 'Sloan Slow', role: 'Viewer' })
  const { page } = await visit()
  await signInByForm(page, portal.url, somebody)
  await page.goto(`${portal.url}/multi-factor-auth`)
  await page.getByRole('button', { name: 'Set up' }).click()
  const expired = await shownSecret(page)
  await portal.sql(
    `update two_factor_setup set expires_at = now()
     where user_id = (select id from app_user where email = $1)`,
    [somebody.email],
  )
  await page.getByLabel('Code', { exact: true }).fill(codeNow(expired))
  await page.getByRole('alert').getByText('That QR code expired').waitFor()
  const renewed = await shownSecret(page)
  expect(renewed).not.toBe(expired)
  await page.getByLabel('Code', { exact: true }).fill(codeNow(renewed))
  await shownRecoveryCodes(page)
})

rare('setting up a second factor, renewing its codes and disabling it each require a proof', async () => {
  const somebody = await makePerson(portal, { name: 'Willa Willing', role: 'Viewer' })
  const { page, faults } = await visit()
  await signInByForm(page, portal.url, somebody)
  await page.goto(`${portal.url}/multi-factor-auth`)
  await proveLongAgo(portal, page, somebody)
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('alert').getByText('The password is incorrect').waitFor()
  await page.getByLabel('Password', { exact: true }).fill(somebody.password)
  await page.getByRole('button', { name: 'Continue' }).click()
  const secret = await shownSecret(page)
  await page.getByLabel('Code', { exact: true }).fill(codeNow(secret))
  const first = await shownRecoveryCodes(page)

  await page.getByRole('link', { name: 'ALERTS' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByLabel('I have saved these codes').check()
  await page.getByRole('button', { name: 'Continue' }).click()

  await page.getByRole('button', { name: 'New recovery codes' }).click()
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(somebody.password)
  await page.getByRole('dialog').getByRole('button', { name: 'Create new codes' }).click()
  const second = await shownRecoveryCodes(page)
  expect(second.filter((code) => first.includes(code))).toEqual([])
  await page.getByLabel('I have saved these codes').check()
  await page.getByRole('button', { name: 'Continue' }).click()

  await letCodesServeAgain(portal, somebody)
  await page.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Use a code instead' }).click()
  await page.getByRole('dialog').getByLabel('Code', { exact: true }).fill(codeNow(secret))
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
  await page.getByText('Two-factor authentication is off').waitFor()
  await page.getByRole('button', { name: 'Set up' }).waitFor()
  // Each step renews the session's tokens. The live connection may ask once more with the old one, and then renews it.
  const expected = /status of (40[03]|401 \(Unauthorized\) \(\/api\/live\/events\))/
  expect(faults.filter((fault) => !expected.test(fault))).toEqual([])
  await portal.mailTo(somebody.email, 'Two-factor authentication was turned off')
})
