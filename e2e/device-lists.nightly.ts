import { groups } from '@eot/contract/device-groups'
import { devices } from '@eot/contract/devices'
import { sites } from '@eot/contract/sites'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Ask, signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { look, screenOptions, screens, settle } from './src/look.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { makeRoom } from './src/rooms.ts'
import { haveSession } from './src/screens.ts'

const visit = useBrowser()
let portal: TestPortal
let ask: Ask

beforeAll(async () => {
  portal = await startPortal()
  ask = await signInToApi(portal.url)
})
afterAll(() => portal?.stop())

const bar = (page: Page) => page.getByRole('region', { name: 'Selected rows' })
const link = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name, exact: true })
const siteOf = async (id: string) => (await ask(devices.get, { params: { id } })).Site?.Name
const makeSite = async (Name: string, ParentSite?: string) =>
  (await ask(sites.create, { body: { Name, ...(ParentSite && { ParentSite }) } })).Id

/** A site with a sub-site, and two rooms at the site itself. */
async function makeSchool(name: string) {
  const id = await makeSite(name)
  const wing = await makeSite(`${name} Wing`, id)
  const rooms = [await makeRoom(ask, 'Room 1', id), await makeRoom(ask, 'Room 2', id)]
  return { id, wing, rooms: rooms.map((room) => room.id) }
}

async function openDevices(query: string, options?: ReturnType<typeof screenOptions>) {
  const visited = await visit(options)
  await haveSession(visited.page, portal.url)
  await visited.page.goto(`${portal.url}${query}`)
  return visited
}

async function selectAll(page: Page, count: number) {
  await page.getByRole('checkbox', { name: 'Select all rows' }).click()
  await bar(page).getByText(`${count} selected`).waitFor()
}

test('filters by state, status and model are in the address, hold after a reload and go to the CSV', async () => {
  const { id, rooms } = await makeSchool('Filter School')
  await ask(devices.update, { params: { id: rooms[0] ?? '' }, body: { IsActive: false } })
  const { page, faults } = await openDevices(`/devices?siteId=${id}`)
  await link(page, 'Room 1').waitFor()
  await page.getByRole('button', { name: 'Inactive', exact: true }).click()
  await link(page, 'Room 2').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Model:' }).click()
  await page.getByRole('checkbox', { name: 'EoT Sense 17' }).click()
  await page.keyboard.press('Escape')
  await page.waitForURL(/state=inactive.*model=/)
  await page.reload()
  await link(page, 'Room 1').waitFor()
  expect(await link(page, 'Room 2').count()).toBe(0)

  const asked = page.waitForRequest(/devices\.csv/)
  await page.getByRole('button', { name: 'Download as CSV' }).click()
  expect((await asked).url()).toMatch(/IsActive=false/)

  await page.getByRole('button', { name: 'Status:' }).click()
  await page.getByRole('checkbox', { name: 'ONLINE', exact: true }).click()
  await page.getByText('No devices match the filters').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await link(page, 'Room 2').waitFor()
  expect(faults).toEqual([])
})

test('several devices are moved to a sub-site, and back with undo', async () => {
  const { id, rooms } = await makeSchool('Moving School')
  const { page, faults } = await openDevices(`/devices?siteId=${id}`)
  await link(page, 'Room 1').waitFor()
  await selectAll(page, 2)
  await bar(page).getByRole('button', { name: 'Move 2' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move 2 devices to a site' })
  await dialog.getByText('Open alerts of these devices end now').waitFor()
  await dialog.getByRole('combobox', { name: 'Site' }).click()
  await page.getByRole('option', { name: 'Moving School / Moving School Wing' }).click()
  await dialog.getByRole('button', { name: 'Move 2 devices' }).click()
  await page.getByText('2 devices moved to Moving School Wing').waitFor()
  expect(await Promise.all(rooms.map(siteOf))).toEqual(['Moving School Wing', 'Moving School Wing'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect
    .poll(async () => await Promise.all(rooms.map(siteOf)))
    .toEqual(['Moving School', 'Moving School'])
  expect(faults).toEqual([])
})

test('several devices are added to a group, which keeps its members, and a group out of reach is refused', async () => {
  const { id, wing, rooms } = await makeSchool('Group School')
  const Devices = rooms.slice(0, 1)
  const all = await ask(groups.create, { body: { Name: 'All rooms', Site: id, Devices } })
  await ask(groups.create, { body: { Name: 'Wing rooms', Site: wing, Devices: [] } })
  const members = async () =>
    (await ask(groups.get, { params: { id: all.Id } })).Devices.map((device) => device.Name)
  const { page, faults } = await openDevices(`/devices?siteId=${id}`)
  await link(page, 'Room 1').waitFor()
  await selectAll(page, 2)
  await bar(page).getByRole('button', { name: 'Add 2 to a group' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add 2 devices to a group' })
  const choose = async (name: string) => {
    await dialog.getByRole('combobox', { name: 'Device group' }).click()
    await page.getByRole('option', { name }).click()
    await dialog.getByRole('button', { name: 'Add 2 devices' }).click()
  }
  await choose('Wing rooms, Group School Wing')
  await dialog.getByText('Nothing was added').waitFor()
  await choose('All rooms, Group School')
  await page.getByText('1 device added to All rooms').waitFor()
  await bar(page).waitFor({ state: 'detached' })
  expect(await members()).toEqual(['Room 1', 'Room 2'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(members).toEqual(['Room 1'])
  expect(faults.filter((fault) => !fault.includes('404'))).toEqual([])
})

test('the inventory is filtered like every list of devices, and its devices are assigned to a site together', async () => {
  await makeSite('Claiming School')
  const made = []
  for (const n of [1, 2]) {
    const body = { Name: `Boxed ${n}`, Mac: `A4:CF:12:FF:00:0${n}`, SiteId: null }
    made.push((await ask(devices.create, { body })).Id)
  }
  const { page, faults } = await openDevices('/admin/devices?view=inventory&state=active')
  await link(page, 'Boxed 1').waitFor()
  await selectAll(page, 2)
  await bar(page).getByRole('button', { name: 'Move 2' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move 2 devices to a site' })
  await dialog.getByRole('combobox', { name: 'Site' }).click()
  await page.getByRole('option', { name: /Claiming School$/ }).click()
  await dialog.getByRole('button', { name: 'Move 2 devices' }).click()
  await page.getByText('2 devices moved to Claiming School').waitFor()
  expect(await Promise.all(made.map(siteOf))).toEqual(['Claiming School', 'Claiming School'])
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0)
  expect(faults).toEqual([])
})

test('several devices of the inventory are claimed one after the other, each for the site of the last one', async () => {
  const { id, wing } = await makeSchool('Unpacking School')
  for (const n of [3, 4]) {
    const body = { Name: `Boxed ${n}`, Mac: `A4:CF:12:FF:00:0${n}`, SiteId: null }
    await ask(devices.create, { body })
  }
  const { page, faults } = await openDevices(`/devices?siteId=${id}`)
  await page.getByRole('button', { name: 'Claim device' }).click()
  const dialog = page.getByRole('dialog', { name: 'Claim a device' })
  await dialog.getByLabel('Hardware address').fill('A4:CF:12:FF:00:03')
  await dialog.getByRole('combobox', { name: 'Site' }).click()
  await page.getByRole('option', { name: /Unpacking School Wing$/ }).click()
  await dialog.getByRole('button', { name: 'Claim device' }).click()
  await dialog.getByText('Boxed 3 claimed').waitFor()
  await dialog.getByRole('button', { name: 'Claim another' }).click()
  expect(await dialog.getByLabel('Hardware address').inputValue()).toBe('')
  await dialog.getByLabel('Hardware address').fill('A4:CF:12:FF:00:04')
  await dialog.getByRole('button', { name: 'Claim device' }).click()
  await dialog.getByText('Boxed 4 claimed').waitFor()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await dialog.waitFor({ state: 'detached' })
  const { Items = [] } = await ask(devices.list, { query: { SiteId: wing } })
  expect(Items.map(({ Name }) => Name).toSorted()).toEqual(['Boxed 3', 'Boxed 4'])
  expect(faults).toEqual([])
})

test.each(screens)('filters and dialogs of devices are accessible at $width px', async (screen) => {
  const { id } = await makeSchool(`School ${screen.width}`)
  const { page, faults } = await openDevices(`/devices?siteId=${id}&state=active`, screenOptions(screen))
  await link(page, 'Room 1').waitFor()
  await settle(page)
  if (screen.width < 660) {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('button', { name: 'Select', exact: true }).click()
  }
  await selectAll(page, 2)
  const state = page.getByRole('group', { name: 'State' })
  expect(await state.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  const found = await look(page, 'device-list-filtered', screen)
  await bar(page).getByRole('button', { name: 'Move 2' }).click()
  await page.getByRole('dialog').waitFor()
  found.push(...(await look(page, 'device-list-move', screen)))
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await bar(page).getByRole('button', { name: 'Add 2 to a group' }).click()
  await page.getByRole('dialog').waitFor()
  found.push(...(await look(page, 'device-list-group', screen)))
  await page.goto(`${portal.url}/admin/devices?view=inventory&state=inactive`)
  await page.getByText('No devices match the filters').waitFor()
  found.push(...(await look(page, 'admin-devices-filtered', screen)))
  expect([...found, ...faults]).toEqual([])
})
