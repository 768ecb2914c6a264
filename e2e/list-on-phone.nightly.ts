import { devices } from '@eot/contract/devices'
import { sites } from '@eot/contract/sites'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Ask, signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { type FurnishedSchool, furnishSchool } from './src/furnished-school.ts'
import { look, phone, screenOptions, settle } from './src/look.ts'
import { makePerson } from './src/people.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { makeRoom } from './src/rooms.ts'
import { haveSession, signIn } from './src/screens.ts'

const visit = useBrowser()
let portal: TestPortal
let ask: Ask
let school: FurnishedSchool

beforeAll(async () => {
  portal = await startPortal()
  ask = await signInToApi(portal.url)
  school = await furnishSchool(portal)
})
afterAll(() => portal?.stop())

const bar = (page: Page) => page.getByRole('region', { name: 'Selected rows' })
const card = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
const box = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}` })
const isActive = async (id: string) => (await ask(devices.get, { params: { id } })).IsActive

/** Creates a site with these rooms and opens its list of devices at phone width. */
async function openRooms(site: string, names: readonly string[]) {
  const { Id } = await ask(sites.create, { body: { Name: site } })
  const ids: string[] = []
  for (const name of names) ids.push((await makeRoom(ask, name, Id)).id)
  const visited = await visit(screenOptions(phone))
  await haveSession(visited.page, portal.url)
  await visited.page.goto(`${portal.url}/devices?siteId=${Id}`)
  await card(visited.page, names[0] ?? '').waitFor()
  return { ...visited, ids }
}

const openMore = (page: Page) => page.getByRole('button', { name: 'More', exact: true }).click()

async function startSelecting(page: Page) {
  await openMore(page)
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Select all rows' }).waitFor()
}

test('on a phone a tap on a card selects it, and an action changes the selected ones', async () => {
  const { page, faults, ids } = await openRooms('Phone Hall', ['Room 1', 'Room 2', 'Room 3'])
  expect(await page.getByRole('main').getByRole('checkbox').count()).toBe(0)
  await startSelecting(page)
  // On the link of the card too.
  await page.getByRole('link', { name: 'Room 1' }).click()
  await card(page, 'Room 2').click()
  await bar(page).getByText('2 selected').waitFor()
  await bar(page).getByRole('button', { name: 'Deactivate 2' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
  await page.getByText('2 devices deactivated').waitFor()
  expect(await Promise.all(ids.map(isActive))).toEqual([false, false, true])
  await expect.poll(() => page.getByRole('main').getByRole('checkbox').count()).toBe(0)
  await page.getByRole('link', { name: 'Room 3' }).click()
  await page.waitForURL(/deviceId=/)
  expect(faults).toEqual([])
})

test('on a phone all cards are selected and released with the keyboard alone', async () => {
  const { page, faults } = await openRooms('Key Hall', ['Gym', 'Library'])
  await page.getByRole('button', { name: 'More', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Select', exact: true }).press('Enter')
  await page.getByRole('checkbox', { name: 'Select all rows' }).press('Space')
  await bar(page).getByText('2 selected').waitFor()
  await box(page, 'Gym').press('Space')
  await bar(page).getByText('1 selected').waitFor()
  await page.keyboard.press('x')
  await bar(page).getByText('2 selected').waitFor()
  await page.getByRole('button', { name: 'Done', exact: true }).press('Enter')
  await bar(page).waitFor({ state: 'detached' })
  expect(await page.locator(':focus').innerText()).toBe('Gym')
  expect(faults).toEqual([])
})

test('on a phone the rarer actions of a list are in one menu, which opens their dialogs and files', async () => {
  const { page, faults } = await openRooms('Menu Hall', ['Lobby'])
  for (const name of ['Import', 'Claim device', 'Download as CSV', 'View'])
    expect(await page.getByRole('main').getByRole('button', { name }).count(), name).toBe(0)
  await openMore(page)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as CSV' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^devices-.*\.csv$/)
  await openMore(page)
  await page.getByRole('button', { name: 'Claim device' }).click()
  const dialog = page.getByRole('dialog', { name: 'Claim' })
  await dialog.getByRole('textbox', { name: 'Hardware address' }).waitFor()
  await expect.poll(() => page.evaluate(() => document.querySelectorAll('.view-menu').length)).toBe(0)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(faults).toEqual([])
})

test('on a phone a list is sorted from its menu with the keyboard, and the address keeps the order', async () => {
  const { page, faults } = await openRooms('Sorted Hall', ['Alpha', 'Beta', 'Gamma'])
  const names = () => page.getByRole('list', { name: 'Devices' }).getByRole('link').allInnerTexts()
  expect((await names())[0]).toBe('Alpha')
  await openMore(page)
  const name = page
    .getByRole('radiogroup', { name: 'Sort by' })
    .or(page.getByRole('group', { name: 'Sort by' }))
  await name.getByRole('radio', { name: 'Hardware address' }).press('Space')
  await page.waitForURL(/sortBy=Mac/)
  await page.getByRole('button', { name: 'Descending' }).press('Enter')
  await page.waitForURL(/order=desc/)
  await expect.poll(async () => (await names())[0]).toBe('Gamma')
  await page.reload()
  await card(page, 'Gamma').waitFor()
  expect((await names())[0]).toBe('Gamma')
  await openMore(page)
  expect(await page.getByRole('radio', { name: 'Hardware address' }).isChecked()).toBe(true)
  expect(faults).toEqual([])
})

test('users who may change nothing cannot select cards', async () => {
  const { page, faults } = await visit(screenOptions(phone))
  await makeRoom(ask, 'Attic', (await ask(sites.create, { body: { Name: 'Attic Hall' } })).Id)
  await signIn(page, portal.url, await makePerson(portal, { name: 'Vic Viewer', role: 'Viewer' }))
  await page.goto(`${portal.url}/devices?search=attic`)
  await card(page, 'Attic').waitFor()
  await openMore(page)
  await page.getByRole('button', { name: 'Download as CSV' }).waitFor()
  expect(await page.getByRole('button', { name: 'Select', exact: true }).count()).toBe(0)
  expect(faults).toEqual([])
})

test.each(['/devices', '/alerts'])('selecting cards on %s is accessible and fits a phone', async (path) => {
  const { page, faults } = await visit(screenOptions(phone))
  await haveSession(page, portal.url)
  await page.goto(`${portal.url}${path}?siteId=${school.siteId}`)
  await settle(page)
  const name = path.slice(1)
  await openMore(page)
  const found = await look(page, `${name}-more`, phone)
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Select all rows' }).click()
  await bar(page).waitFor()
  found.push(...(await look(page, `${name}-selecting`, phone)))
  expect([...found, ...faults]).toEqual([])
})

declare const document: { querySelectorAll(selector: string): { length: number } }
