import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useBrowser } from './src/browser.ts'
import { look, screenOptions, screens, settle } from './src/look.ts'
import { makePerson } from './src/people.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { signIn } from './src/screens.ts'

const visit = useBrowser()
let portal: TestPortal

beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

test('the audit log shows a change with its values before and after, and is narrowed by area and person', async () => {
  const { page, faults } = await visit()
  // Somebody else's theme, since the other tests need the one of the system.
  await signIn(page, portal.url, await makePerson(portal, { name: 'Ada Lin', role: 'System Administrator' }))
  const main = page.getByRole('main')
  const rows = main.locator('[data-row]')
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await page.keyboard.press('Escape')
  await page.goto(`${portal.url}/admin/audit`)
  const change = rows.filter({ hasText: 'Own settings changed' })
  await change.getByText('Dark').waitFor()
  expect(await change.locator('del').innerText()).toMatch(/none$/)

  await main.getByRole('button', { name: /^What:/ }).click()
  await page.getByRole('checkbox', { name: 'Users' }).check()
  await page.keyboard.press('Escape')
  await page.waitForURL(/area=/)
  await rows.filter({ hasText: 'Signed in' }).first().waitFor({ state: 'detached' })
  await change.getByRole('link').click()
  const drawer = page.getByLabel('Audited action', { exact: true })
  await drawer.getByText('127.0.0.1').waitFor()
  await drawer.getByRole('button', { name: /^Only by/ }).click()
  await main.getByRole('button', { name: /^Clear: Who/ }).waitFor()
  expect(faults).toEqual([])
})

test('the drawer of a user shows their history by day', async () => {
  const { page, faults } = await visit()
  await makePerson(portal, { name: 'Dayo Okafor', role: 'Site Staff' })
  await signIn(page, portal.url)
  await page.goto(`${portal.url}/users`)
  await page.getByRole('main').getByRole('link', { name: 'Dayo Okafor' }).click()
  const drawer = page.locator('.drawer')
  const history = drawer.getByRole('region', { name: 'History' })
  await history.getByText('No changes recorded').waitFor()
  await drawer.getByRole('textbox', { name: 'Job title', exact: true }).fill('Hall monitor')
  await drawer.getByRole('button', { name: 'Save', exact: true }).click()
  await drawer.waitFor({ state: 'detached' })
  await page.getByRole('main').getByRole('link', { name: 'Dayo Okafor' }).click()
  await history.getByText('User changed').waitFor()
  expect(await history.getByRole('listitem').first().innerText()).toMatch(
    /Job title\s+before:\s+none\s+after:\s+Hall monitor/,
  )
  await history.getByText(/System Administrator, from 127\.0\.0\.1/).waitFor()
  expect(faults).toEqual([])
})

test('the audit log is downloaded as CSV with the same filters', async () => {
  const { page, faults } = await visit()
  await signIn(page, portal.url)
  await page.goto(`${portal.url}/admin/audit?area=%5B%22session%22%5D`)
  await page.getByRole('main').locator('[data-row]').first().waitFor()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as CSV' }).click()
  const file = await saved
  expect(file.suggestedFilename()).toMatch(/^audit-\d{4}-\d\d-\d\d\.csv$/)
  const chunks: Buffer[] = []
  for await (const chunk of await file.createReadStream()) chunks.push(chunk)
  const lines = Buffer.concat(chunks).toString().trimEnd().split('\r\n')
  expect(lines[0]).toContain('At (UTC),Actor,Action')
  expect(lines.slice(1).every((line) => line.includes(',session.'))).toBe(true)
  expect(lines.length).toBeGreaterThan(1)
  expect(faults).toEqual([])
})

test('only users with the permission see the audit log in the navigation', async () => {
  const { page, faults } = await visit()
  await signIn(page, portal.url, await makePerson(portal, { name: 'Max Manager', role: 'Site Manager' }))
  await page.goto(`${portal.url}/admin/audit`)
  await page.getByRole('heading', { name: 'Page Not Found' }).waitFor()
  expect(faults).toEqual([])
})

describe.each(screens)('at $width px', (screen) => {
  test('the audit log is accessible and fits the screen', async () => {
    const { page, faults } = await visit(screenOptions(screen))
    await signIn(page, portal.url)
    await page.goto(`${portal.url}/admin/audit`)
    const row = page.getByRole('main').locator('[data-row]').first()
    await row.waitFor()
    await settle(page)
    const found = await look(page, 'audit', screen)
    await row.getByRole('link').click()
    await page.getByLabel('Audited action', { exact: true }).getByText('Record', { exact: true }).waitFor()
    found.push(...(await look(page, 'audit-drawer', screen)))
    expect([...found, ...faults]).toEqual([])
  })
})
