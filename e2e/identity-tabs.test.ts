import { auth } from '@eot/contract/auth'
import { callEndpoint } from '@eot/server/test/call-endpoint'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useBrowser } from './src/browser.ts'
import { makePerson, type Person } from './src/people.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { rare } from './src/rare.ts'
import { fillSignIn, navigate, portalHeading, signInByForm } from './src/screens.ts'
import { storeTokens } from './src/stored-tokens.ts'

declare const localStorage: {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
}

const visit = useBrowser()
let portal: TestPortal
let count = 0

beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

const person = () => makePerson(portal, { name: `Person ${++count}`, role: 'Viewer' })

/** Signs in without the form, as a tab does that was frozen with the form shown. */
async function signInInTab(page: Page, { email, password }: Person): Promise<void> {
  const body = { Email: email, Password: password }
  await storeTokens(page, await callEndpoint(portal.url, undefined, auth.login, { body }))
}

test('a tab with the sign-in form leads on when another tab signs in, and each tab shows who is signed in', async () => {
  const [first, second] = [await person(), await person()]
  const { page, faults } = await visit()
  const other = await page.context().newPage()
  for (const tab of [page, other]) {
    await tab.goto(`${portal.url}/login`)
    await tab.getByRole('button', { name: 'LOG IN' }).waitFor()
  }
  await fillSignIn(page, first)
  await page.waitForURL('**/dashboard')
  await other.waitForURL('**/dashboard')
  await portalHeading(other).waitFor()

  await page.goto(`${portal.url}/account-info`)
  const profile = page.getByRole('region', { name: 'Profile' })
  await profile.getByText(first.email).waitFor()
  await profile.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Job title').fill('Not saved')
  await signInInTab(other, second)
  await page.waitForURL('**/dashboard')
  await portalHeading(page).waitFor()
  await page.locator('.live-state').getByText('Live').waitFor()
  // This tab stored the tokens itself, so no event has told it that they changed.
  await navigate(other, 'ALERTS')
  await other.waitForURL('**/dashboard')
  for (const tab of [page, other]) {
    await tab.getByRole('button', { name: 'Settings' }).click()
    await tab.getByRole('menuitem', { name: 'ACCOUNT INFO' }).click()
    await tab.getByRole('region', { name: 'Profile' }).getByText(second.email).waitFor()
    expect(await tab.getByText(first.email).count()).toBe(0)
  }
  expect(faults.filter((fault) => !fault.includes('status of 401'))).toEqual([])
})

rare('a page that is still open when its tokens expire leads to the form, which says so', async () => {
  const somebody = await person()
  const { page } = await visit()
  await signInByForm(page, portal.url, somebody)
  await page.goto(`${portal.url}/account-info`)
  await page.locator('.live-state').getByText('Live').waitFor()
  await page.evaluate(() => {
    const item = JSON.parse(localStorage.getItem('eot.tokens') ?? '')
    localStorage.setItem('eot.tokens', JSON.stringify({ ...item, expiresAt: Date.now() - 1 }))
  })
  // Its session has ended on the server as well, and with it the live connection.
  await portal.sql(
    `with ended as (
       update session set revoked_at = now(), revoke_reason = 'test'
       where user_id = (select id from app_user where email = $1))
     select pg_notify('ended_sessions', '')`,
    [somebody.email],
  )
  await page.waitForURL('**/login?invalid=sessionExpired')
  await fillSignIn(page, somebody)
  await page.waitForURL('**/account-info')
})
