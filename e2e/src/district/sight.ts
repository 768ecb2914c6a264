import { temporaryPasswordOf } from '@eot/server/test/second-factor'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { MailPortal } from '../mail-portal.ts'
import { fillSignIn, navigate, portalHeading } from '../screens.ts'

/** Follows the link of the invitation, signs in with the temporary password in it, and chooses a password. */
export async function acceptInvitation(
  page: Page,
  portal: MailPortal,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const { text = '' } = await portal.mailTo(email, 'Welcome to EoT LIVE')
  const [link] = /https?:\/\/\S+\/login/.exec(text) ?? []
  if (!link) throw new Error(`no link in: ${text}`)
  await page.goto(link)
  await fillSignIn(page, { email, password: temporaryPasswordOf(text) })
  await page.getByLabel('NEW PASSWORD').fill(password)
  await page.getByRole('button', { name: 'Save and sign in' }).click()
  await page.waitForURL('**/dashboard')
  await portalHeading(page).waitFor()
}

/** Opens a list through the navigation, and returns the names of its rows. */
export async function listedIn(page: Page, pageName: string, first: string): Promise<string[]> {
  await navigate(page, pageName)
  const links = page.getByRole('main').locator('[data-row]').getByRole('link')
  await links.filter({ hasText: first }).first().waitFor()
  return (await links.allInnerTexts()).toSorted()
}

/** Returns the pages in the navigation. */
export async function pagesOf(page: Page): Promise<(string | undefined)[]> {
  const menu = page.getByRole('button', { name: 'Menu' })
  const isFolded = (await menu.getAttribute('aria-expanded')) === 'false'
  if (isFolded) await menu.click()
  const nav = page.getByRole('navigation', { name: 'Main' })
  await nav.waitFor()
  const links = await nav.getByRole('link').allInnerTexts()
  if (isFolded) await page.keyboard.press('Escape')
  if (isFolded) await nav.waitFor({ state: 'hidden' })
  // The link to the alerts also contains the number of unconfirmed ones.
  return links.map((text) => text.split('\n')[0])
}

/** Expects each address to show the same page as a missing one. */
export async function expectOutOfReach(
  page: Page,
  addresses: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [address, heading] of Object.entries(addresses)) {
    await page.goto(address)
    await page.getByText(heading).first().waitFor()
    expect(await page.getByRole('main').locator('form').count(), address).toBe(0)
  }
}

/** Returns the vape rule on the page of a device: its level and where that is set, and the button that opens the rule. */
export async function vapeRuleOf(page: Page, device: string): Promise<string[]> {
  await page.getByRole('main').getByRole('link', { name: device, exact: true }).click()
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: 'Vape', exact: true }) })
  await row.waitFor()
  const verb = (await row.getByRole('button').textContent()) ?? ''
  return [...(await row.locator('td.eff').innerText()).split('\n'), verb]
}
