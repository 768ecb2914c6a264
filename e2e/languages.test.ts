import { sites } from '@eot/contract/sites'
import { subscriptions } from '@eot/contract/subscriptions'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { settle } from './src/look.ts'
import { type MailPortal, startMailPortal } from './src/mail-portal.ts'
import { makePerson, type Person } from './src/people.ts'
import { makeRoom, type Room } from './src/rooms.ts'
import { haveSession } from './src/screens.ts'
import { connectSensor } from './src/sensor-client.ts'

declare const document: { documentElement: { lang: string }; title: string }

const visit = useBrowser()
let portal: MailPortal
let hall: string
let room: Room
let ana: Person

beforeAll(async () => {
  portal = await startMailPortal()
  const ask = await signInToApi(portal.url)
  const { Id } = await ask(sites.create, { body: { Name: 'North Hall' } })
  hall = Id
  room = await makeRoom(ask, 'Room 104', hall)
  ana = await makePerson(portal, { name: 'Ana Ruiz', role: 'Site Administrator', site: 'North Hall' })
})
afterAll(() => portal?.stop())

const languageOf = (page: Page) => page.evaluate(() => document.documentElement.lang)

/** The scripts with Spanish texts that a page has loaded. */
function spanishScripts(page: Page): string[] {
  const loaded: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/\/(spanish|es-|later-es)/.test(pathname)) loaded.push(pathname)
  })
  return loaded
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await Promise.all([
    page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok()),
    page.getByRole('option', { name: option, exact: true }).click(),
  ])
}

test('a user chooses Español and sees it everywhere at once, on the next visit from the first moment', async () => {
  const { page, faults } = await visit({ locale: 'en-US' })
  const spanish = spanishScripts(page)
  await haveSession(page, portal.url, ana)
  await page.goto(`${portal.url}/account-info`)
  await page.getByRole('heading', { name: 'Account', exact: true }).waitFor()
  expect(spanish).toEqual([])

  await choose(page, 'Language', 'Español')
  await page.getByRole('heading', { name: 'Cuenta', exact: true }).waitFor()
  expect(await languageOf(page)).toBe('es')
  expect(spanish).not.toEqual([])
  const shown = page.locator('body')
  await expect.poll(() => shown.innerText()).toContain('DISPOSITIVOS')
  await expect.poll(() => page.title()).toBe('EoT | MI CUENTA')
  expect(await shown.innerText()).not.toMatch(/\b(Account|Theme|Units|Clock|Devices|Sign out)\b/)

  await page.goto(`${portal.url}/dashboard`, { waitUntil: 'commit' })
  // As soon as the placeholder frame has been chosen, long before the app runs.
  await page.locator('html[data-shell]').waitFor({ state: 'attached' })
  expect(await languageOf(page)).toBe('es')
  await page
    .getByRole('heading', { name: /alertas/i })
    .first()
    .waitFor()
  await settle(page)
  expect(await shown.innerText()).not.toMatch(/\b(open alerts|Latest alerts|online|ago)\b/)
  // The clock is still that of the browser.
  await page.goto(`${portal.url}/account-info`)
  await page.getByRole('combobox', { name: 'Reloj' }).getByText('12 horas').waitFor()

  await choose(page, 'Idioma', 'English')
  await page.getByRole('heading', { name: 'Account', exact: true }).waitFor()
  await choose(page, 'Language', 'Español')
  await page.getByRole('heading', { name: 'Cuenta', exact: true }).waitFor()
  expect(faults).toEqual([])
})

test('before the sign-in, the language of the browser decides', async () => {
  const { page, faults } = await visit({ locale: 'es-MX' })
  await page.goto(`${portal.url}/login`)
  await page.getByRole('heading', { name: 'Iniciar sesión' }).waitFor()
  expect(await languageOf(page)).toBe('es')
  expect(faults).toEqual([])
})

test('the site decides for those who have chosen nothing, and the account page says so', async () => {
  const ask = await signInToApi(portal.url)
  const { Id } = await ask(sites.create, { body: { Name: 'Escuela Sur', Settings: { Language: 'es' } } })
  expect(Id).toBeDefined()
  const luis = await makePerson(portal, { name: 'Luis Vega', role: 'Viewer', site: 'Escuela Sur' })
  const { page, faults } = await visit({ locale: 'en-GB' })
  await haveSession(page, portal.url, luis)
  await page.goto(`${portal.url}/account-info`)
  await page.getByRole('heading', { name: 'Cuenta', exact: true }).waitFor()
  await page.getByRole('combobox', { name: 'Idioma' }).getByText('Español').waitFor()
  expect(faults).toEqual([])
})

test('of the same alert, one person gets a Spanish email and another an English one', async () => {
  const ask = await signInToApi(portal.url)
  const bob = await makePerson(portal, { name: 'Bob Hill', role: 'Site Staff', site: 'North Hall' })
  await portal.sql(`update app_user set settings = '{"Language":"es"}' where email = $1`, [ana.email])
  const idOf = async ({ email }: Person) =>
    (await portal.sql<{ id: string }>('select id from app_user where email = $1', [email]))[0]?.id ?? ''
  await ask(subscriptions.create, {
    body: {
      Name: 'Night shift',
      Site: hall,
      Devices: 'All',
      Users: [await idOf(ana), await idOf(bob)],
      // At whatever hour the test runs.
      StartTime: 0,
      EndTime: 24,
      Saturday: true,
      Sunday: true,
      Events: ['AlertStarted'],
    },
  })
  const sensor = await connectSensor(portal.mqttUrl, room)
  await sensor.publish({ readings: { vape: 90 } })
  await sensor.close()
  await portal.mailTo(bob.email, 'Vape in Room 104, North Hall: 90, level 50')
  await portal.mailTo(ana.email, 'Vapeo en Room 104, North Hall: 90, nivel 50')
})
