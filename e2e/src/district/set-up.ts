import type { RoleName } from '@eot/contract/permissions'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { navigate } from '../screens.ts'

export interface Invited {
  name: string
  email: string
  role: RoleName
  /** The end of the site's path, such as "North High School / Science Wing". */
  site: string
}

const drawer = (page: Page, name: string) =>
  page.getByLabel(name, { exact: true }).filter({ has: page.locator('form') })

/** Chooses the site whose path ends with `site`, and checks that its path does not make the field wider than the form. */
async function chooseSite(form: Locator, site: string): Promise<void> {
  const page = form.page()
  const field = form.getByRole('combobox', { name: 'Site' })
  await field.click()
  await page.getByRole('combobox', { name: 'Find a site' }).fill(site)
  await page.getByRole('option', { name: new RegExp(`/ ${site}$`) }).click()
  await field.getByText(site.split(' / ').at(-1) ?? '').waitFor()
  const [own, around] = [await field.boundingBox(), await field.locator('..').boundingBox()]
  expect(own?.width).toBeLessThanOrEqual(around?.width ?? 0)
}

/** Opens a page of the site in the navigation. */
async function openSitePage(page: Page, name: string): Promise<void> {
  await navigate(page, 'SITE')
  await page.waitForURL((url) => url.pathname === '/site')
  await navigate(page, name)
}

/** Uses a secondary action of a list, which is in a menu on phones. */
async function useAction(page: Page, role: 'link' | 'button', name: string): Promise<void> {
  const isPhone = (page.viewportSize()?.width ?? 0) < 660
  if (isPhone) await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole(role, { name }).click()
}

/** Imports the sites of a file through the page, and shows them. */
export async function importSites(page: Page, file: string, count: number): Promise<void> {
  await openSitePage(page, 'SUB SITES')
  await useAction(page, 'link', 'Import')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a file' }).click()
  await (await chooser).setFiles(file)
  // On a busy machine, checking hundreds of rows takes more than a minute.
  const patience = { timeout: 300_000 }
  await page.getByRole('button', { name: `Create ${count}`, exact: true }).click(patience)
  await page.getByRole('heading', { name: `${count} sites created, 0 changed` }).waitFor(patience)
  await page.getByRole('link', { name: 'Show the sites' }).click()
  await page.getByText(`${count} sites below`).waitFor()
}

export async function invite(page: Page, people: readonly Invited[]): Promise<void> {
  await navigate(page, 'USERS')
  for (const { name, email, role, site } of people) {
    await page.getByRole('button', { name: 'Add user' }).click()
    const form = drawer(page, 'Add user')
    await form.getByLabel('Full name').fill(name)
    await form.getByLabel('Email', { exact: true }).fill(email)
    await form.getByRole('radio', { name: role }).click()
    await chooseSite(form, site)
    await form.getByRole('button', { name: 'Send invitation' }).click()
    await page.getByText(`An invitation was sent to ${email}`).waitFor()
    await form.waitFor({ state: 'detached' })
  }
}

export interface Claimed {
  name: string
  mac: string
  site: string
}

export async function claim(page: Page, devices: readonly Claimed[]): Promise<void> {
  await navigate(page, 'DEVICES')
  for (const { name, mac, site } of devices) {
    await useAction(page, 'button', 'Claim device')
    const form = page.getByRole('dialog', { name: 'Claim a device' })
    await form.getByLabel('Hardware address').fill(mac)
    await form.getByLabel('Name', { exact: true }).fill(name)
    await chooseSite(form, site)
    await form.getByRole('button', { name: 'Claim device' }).click()
    await form.getByRole('button', { name: 'Done' }).click()
    await form.waitFor({ state: 'detached' })
    await page.getByRole('main').getByRole('link', { name, exact: true }).waitFor()
  }
}

/** Adds a group of all devices that match the search. */
export async function group(
  page: Page,
  of: { name: string; site: string; search: string; count: number },
): Promise<void> {
  await openSitePage(page, 'DEVICE GROUPS')
  await page.getByRole('button', { name: 'Add group' }).first().click()
  const form = drawer(page, 'Add group')
  await form.getByLabel('Name', { exact: true }).fill(of.name)
  await chooseSite(form, of.site)
  await form.getByRole('searchbox').fill(of.search)
  await form.getByRole('button', { name: `Select all ${of.count} matches` }).click()
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('main').getByRole('link', { name: of.name, exact: true }).waitFor()
}

/** Sets the raise level for vape of the whole site, on the page of one of its devices. */
export async function setVapeLevel(
  page: Page,
  { device, site, level }: { device: string; site: string; level: string },
): Promise<void> {
  await navigate(page, 'DEVICES')
  await page.getByRole('main').getByRole('link', { name: device, exact: true }).click()
  await page.getByRole('button', { name: 'Set here Vape' }).click()
  await page.getByRole('textbox', { name: 'Raise at' }).fill(level)
  await page.getByRole('combobox', { name: 'Save for' }).click()
  await page.getByRole('option', { name: `Site ${site}` }).click()
  await page.getByRole('button', { name: 'Save rule' }).click()
  await page.getByText('Rule saved. Level: Site').waitFor()
}

/** Publishes a message to the people of one site who have the role. */
export async function publish(
  page: Page,
  { title, site, role }: { title: string; site: string; role: RoleName },
): Promise<void> {
  await page.getByRole('button', { name: 'Add message' }).first().click()
  const form = drawer(page, 'Add message')
  await form.getByLabel('Title', { exact: true }).fill(title)
  // The own site is preselected.
  await form.getByRole('button', { name: /^Remove / }).click()
  await form.getByRole('combobox', { name: 'Add a site' }).click()
  await page.getByRole('combobox', { name: 'Find a site' }).fill(site)
  await page.getByRole('option', { name: new RegExp(`/ ${site}$`) }).click()
  await form.getByRole('checkbox', { name: role }).click()
  await form.getByText('1 of 4 people').waitFor()
  await form.getByRole('button', { name: 'Publish' }).click()
  await page.locator('[data-row]', { hasText: title }).getByText('Shown now').waitFor()
}
