import { constants } from '@eot/contract/constants'
import type { Page } from 'playwright-core'
import { administrator } from './portal.ts'
import { storeTokens } from './stored-tokens.ts'

interface Credentials {
  email: string
  password: string
}

/** Locates the heading of a page of the portal, which is absent while the session is being created. */
export const portalHeading = (page: Page) => page.locator('#main').getByRole('heading', { level: 1 })

/** Opens the portal signed in. Tests of the sign-in itself use `signInByForm`. */
export async function signIn(page: Page, url: string, who: Credentials = administrator): Promise<void> {
  await haveSession(page, url, who)
  await page.goto(`${url}/dashboard`)
  await portalHeading(page).waitFor()
  // From now on the page receives events.
  await page.locator('.live-state .beat').waitFor({ state: 'attached' })
}

/** Puts the browser in the state after a sign-in, without the seconds that the form and its fade take. */
export async function haveSession(
  page: Page,
  url: string,
  { email, password }: Credentials = administrator,
): Promise<void> {
  const answer = await page.request.post(`${url}/api/auth/login`, {
    data: { Email: email, Password: password },
  })
  const { AccessToken, RefreshToken, IdToken } = await answer.json()
  if (!AccessToken) throw new Error(`${email} cannot sign in: ${await answer.text()}`)
  // A blank page at the portal's origin, to access its storage.
  const blank = `${url}/blank`
  await page.route(blank, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,">' }),
  )
  await page.goto(blank)
  await page.unroute(blank)
  await storeTokens(page, { AccessToken, RefreshToken, IdToken })
}

/** Signs in through the form and waits until the portal has loaded. */
export async function signInByForm(page: Page, url: string, who: Credentials = administrator): Promise<void> {
  await page.goto(`${url}/login`)
  await fillSignIn(page, who)
  await page.waitForURL('**/dashboard')
  await portalHeading(page).waitFor()
}

export async function fillSignIn(page: Page, { email, password }: Credentials) {
  await page.getByLabel('EMAIL').fill(email)
  await page.getByLabel('PASSWORD', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'LOG IN' }).click()
}

/** Opens a page through the navigation, which keeps the state of the portal. */
export async function navigate(page: Page, name: string): Promise<void> {
  // On a phone the navigation is folded away.
  const menu = page.getByRole('button', { name: 'Menu', expanded: false })
  if ((page.viewportSize()?.width ?? 0) < constants.navCollapsePx) await menu.click()
  // The link also contains the number of new alerts.
  const link = { name: new RegExp(`^${name}\\b`) }
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', link).click()
}

declare const document: {
  documentElement: { setAttribute(name: string, value: string): void; hasAttribute(name: string): boolean }
}

/** Sets a marker that is true until the page is reloaded. */
export const markLoad = (page: Page) =>
  page.evaluate(() => document.documentElement.setAttribute('data-loaded-once', ''))
export const isSameLoad = (page: Page) =>
  page.evaluate(() => document.documentElement.hasAttribute('data-loaded-once'))

/** Signs out through the page and waits for the form. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('menuitem', { name: 'LOG OUT' }).click()
  await page.waitForURL('**/login')
}
