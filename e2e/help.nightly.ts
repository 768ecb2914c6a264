import { sensorKinds } from '@eot/contract/vocabulary'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useBrowser } from './src/browser.ts'
import { furnishSchool } from './src/furnished-school.ts'
import { look, screenOptions, screens, settle } from './src/look.ts'
import { makePerson } from './src/people.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { signIn } from './src/screens.ts'
import { alertRows } from './src/shown-alerts.ts'

const visit = useBrowser()
let portal: TestPortal

beforeAll(async () => {
  portal = await startPortal()
  await furnishSchool(portal)
})
afterAll(() => portal?.stop())

test('the help page lists all seventeen sensors, with bands where a standard grades them', async () => {
  const { page, faults } = await visit()
  const person = await makePerson(portal, { name: 'Vic Viewer', role: 'Viewer' })
  await signIn(page, portal.url, person)
  await page.goto(`${portal.url}/help`)
  const sensors = page.getByRole('region', { name: 'Sensors' })
  await sensors.getByRole('heading', { name: 'Humidity' }).waitFor()
  expect(await sensors.getByRole('heading', { level: 3 }).count()).toBe(sensorKinds.length)
  await sensors.getByText('EN 16798-1').waitFor()
  // A viewer may not add devices.
  expect(await page.getByRole('link', { name: 'Add a device' }).count()).toBe(0)
  expect(faults).toEqual([])
})

test('the guide opens from the help page, with its pictures, in the language of the portal', async () => {
  const { page, faults } = await visit()
  await signIn(page, portal.url, await makePerson(portal, { name: 'Ana Ruiz', role: 'Viewer' }))
  await page.goto(`${portal.url}/help`)
  await page.getByRole('link', { name: 'On duty' }).click()
  await page.getByRole('heading', { level: 1, name: 'On duty' }).waitFor()
  const picture = page.getByRole('img', { name: 'The dashboard on a phone with open alerts' })
  await expect
    .poll(() => picture.evaluate((img: { naturalWidth?: number }) => img.naturalWidth ?? 0))
    .toBeGreaterThan(300)
  await page.getByRole('link', { name: 'Administering' }).click()
  const heading = page.getByRole('heading', { level: 1, name: 'Administering' })
  await heading.waitFor()
  const focused = () => page.evaluate('document.activeElement?.textContent')
  await expect.poll(focused).toBe('Administering')
  expect(await page.title()).toBe('EoT | HELP | ADMINISTERING')
  await page.goBack()
  await expect.poll(() => page.title()).toBe('EoT | HELP | ON-DUTY')
  await expect.poll(focused).toBe('On duty')
  await page.getByRole('link', { name: 'Help', exact: true }).click()
  await expect.poll(focused).toBe('Help')
  expect(await page.title()).toBe('EoT | HELP')
  await page.goBack()
  await expect.poll(focused).toBe('On duty')
  await page.goto(`${portal.url}/account-info`)
  await page.getByRole('combobox', { name: 'Language', exact: true }).click()
  await page.getByRole('option', { name: 'Español' }).click()
  await page.getByRole('heading', { name: 'Cuenta', exact: true }).waitFor()
  await page.goto(`${portal.url}/help?guide=managing-a-site`)
  await page.getByRole('heading', { level: 1, name: 'Administrar un sitio' }).waitFor()
  expect(await page.title()).toBe('EoT | AYUDA | ADMINISTRAR UN SITIO')
  expect(faults).toEqual([])
})

test.each(screens)('the guide is accessible and fits the screen at $width px', async (screen) => {
  const { page, faults } = await visit(screenOptions(screen))
  await signIn(page, portal.url)
  await page.goto(`${portal.url}/help?guide=on-duty`)
  await page.getByRole('heading', { level: 1, name: 'On duty' }).waitFor()
  await settle(page)
  expect([...(await look(page, 'guide', screen)), ...faults]).toEqual([])
})

test('the administration lists the alerts of all sites, with details and filters on the same page', async () => {
  const { page, faults } = await visit()
  await signIn(page, portal.url)
  await page.goto(`${portal.url}/admin/alerts`)
  await alertRows(page).first().waitFor()
  await page.getByRole('link', { name: 'Main Hallway' }).first().click()
  await page.getByRole('heading', { name: 'History' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/admin/alerts')
  await page.getByRole('main').getByRole('searchbox').fill('Library')
  await expect.poll(() => new URL(page.url()).search).toContain('Library')
  expect(new URL(page.url()).pathname).toBe('/admin/alerts')
  expect(faults).toEqual([])
})

test.each(screens)('the help page is accessible and fits the screen at $width px', async (screen) => {
  const { page, faults } = await visit(screenOptions(screen))
  await signIn(page, portal.url)
  await page.goto(`${portal.url}/help`)
  await page.getByRole('heading', { name: 'Whom to ask' }).waitFor()
  await settle(page)
  expect([...(await look(page, 'help', screen)), ...faults]).toEqual([])
})
