import { devices } from '@eot/contract/devices'
import { sites } from '@eot/contract/sites'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Ask, signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { settle } from './src/look.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { makeRoom } from './src/rooms.ts'
import { haveSession } from './src/screens.ts'
import { connectSensor } from './src/sensor-client.ts'

const visit = useBrowser()
let portal: TestPortal
let ask: Ask

beforeAll(async () => {
  portal = await startPortal()
  ask = await signInToApi(portal.url)
})
afterAll(() => portal?.stop())

const add = async (Name: string, ParentSite?: string) =>
  (await ask(sites.create, { body: { Name, ...(ParentSite && { ParentSite }) } })).Id

async function open(path: string) {
  const visited = await visit()
  await haveSession(visited.page, portal.url)
  await visited.page.goto(portal.url + path)
  return visited
}

const isFocused = (target: Locator) => target.evaluate((element) => element.matches(':focus'))

/** Presses Tab until the element has the focus, as someone without a mouse would. */
async function tabTo(target: Locator): Promise<void> {
  await target.waitFor()
  for (let presses = 0; presses < 80; presses++) {
    if (await isFocused(target)) return
    await target.page().keyboard.press('Tab')
  }
  throw new Error(`80 times Tab do not lead to ${target}`)
}

async function press(target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(target)
  await target.page().keyboard.press(key)
}

/** Chooses one of the radio buttons of a form: Tab leads to the group, the arrow keys within it. */
async function choose(form: Locator, name: string): Promise<void> {
  const { keyboard } = form.page()
  for (
    let presses = 0;
    presses < 20 && (await form.getByRole('radio').and(form.locator(':focus')).count()) === 0;
    presses++
  )
    await keyboard.press('Tab')
  const wanted = form.getByRole('radio', { name })
  for (let presses = 0; presses < 20 && !(await wanted.isChecked()); presses++)
    await keyboard.press('ArrowDown')
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('sites are imported by keyboard alone', async () => {
  const district = await add('Import District')
  const { page, faults } = await open(`/site/sub-sites/import?siteId=${district}`)
  const chooser = page.waitForEvent('filechooser')
  await press(button(page, 'Choose a file'))
  const buffer = Buffer.from('Name,Parent site\r\nEast Campus,\r\nGym,East Campus\r\n')
  await (await chooser).setFiles({ name: 'sites.csv', mimeType: 'text/csv', buffer })
  await press(button(page, 'Create 2'))
  await page.getByRole('heading', { name: '2 sites created, 0 changed' }).waitFor()
  await press(page.getByRole('link', { name: 'Show the sites' }))
  await page.getByText('2 sites below Import District').waitFor()
  expect(faults).toEqual([])
})

test('a site is deleted by keyboard alone, from its menu in the tree', async () => {
  const district = await add('Menu District')
  await add('North Campus', district)
  const { page, faults } = await open(`/admin/sites?siteId=${district}`)
  await press(button(page, 'Actions for North Campus'))
  const item = page.getByRole('menuitem', { name: 'Delete' })
  await item.waitFor()
  for (let presses = 0; presses < 10 && !(await isFocused(item)); presses++)
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Delete North Campus and all that is below it?' })
  await dialog.getByText('What stays').waitFor()
  await tabTo(dialog.getByRole('textbox'))
  await page.keyboard.type('North Campus')
  await press(dialog.getByRole('button', { name: 'Delete 1 site' }))
  await page.getByText('North Campus was deleted').waitFor()
  expect(faults).toEqual([])
})

test('several devices are deactivated by keyboard alone', async () => {
  const hall = await add('Bulk Hall')
  const rooms = [await makeRoom(ask, 'Room 1', hall), await makeRoom(ask, 'Room 2', hall)]
  const { page, faults } = await open(`/devices?siteId=${hall}`)
  for (const { name } of rooms) await press(page.getByRole('checkbox', { name: `Select ${name}` }), 'Space')
  await press(button(page, 'Deactivate 2'))
  await press(page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }))
  await page.getByText('2 devices deactivated').waitFor()
  for (const { id } of rooms)
    expect(await ask(devices.get, { params: { id } })).toMatchObject({ IsActive: false })
  expect(faults).toEqual([])
})

test('a rule is set for a whole site by keyboard alone', async () => {
  const hall = await add('Rule Hall')
  const { id } = await makeRoom(ask, 'Room 1', hall)
  const { page, faults } = await open(`/devices?siteId=${hall}&deviceId=${id}`)
  await press(button(page, 'Set here Vape'))
  const level = page.getByRole('textbox', { name: 'Raise at' })
  await tabTo(level)
  await page.keyboard.press('Control+a')
  await page.keyboard.type('35')
  const place = page.getByRole('combobox', { name: 'Save for' })
  await press(place)
  await page.getByRole('option', { name: 'Site Rule Hall' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await place.getByText('Site Rule Hall').waitFor()
  await press(button(page, 'Save rule'))
  await page.getByText('Rule saved. Level: Site').waitFor()
  expect(faults).toEqual([])
})

test('a message for one role is published by keyboard alone', async () => {
  const { page, faults } = await open('/admin/system-messages')
  await settle(page)
  await press(button(page, 'Add message').first())
  const form = page.locator('.drawer form')
  await tabTo(form.getByLabel('Title', { exact: true }))
  await page.keyboard.type('Drill at noon')
  await press(form.getByRole('checkbox', { name: /^Viewer/ }), 'Space')
  await press(button(page, 'Publish'))
  await page.locator('[data-row]', { hasText: 'Drill at noon' }).getByText('Shown now').waitFor()
  expect(faults).toEqual([])
})

test('a user is invited by keyboard alone', async () => {
  const hall = await add('Invite Hall')
  const { page, faults } = await open(`/users?siteId=${hall}`)
  await press(button(page, 'Add user').first())
  const form = page.locator('.drawer form')
  for (const [label, text] of [
    ['Full name', 'Kim Keys'],
    ['Email', 'kim.keys@example.org'],
  ] as const) {
    await tabTo(form.getByLabel(label, { exact: true }))
    await page.keyboard.type(text)
  }
  await choose(form, 'Viewer')
  await press(button(page, 'Send invitation'))
  await page.locator('[data-row]', { hasText: 'Kim Keys' }).waitFor()
  expect(faults).toEqual([])
})

test('a device is released by keyboard alone, once the end of its address is typed', async () => {
  const hall = await add('Release Hall')
  const { id, mac } = await makeRoom(ask, 'Room 1', hall)
  const { page, faults } = await open(`/devices?siteId=${hall}&deviceId=${id}`)
  await press(button(page, 'Release'))
  const dialog = page.getByRole('dialog', { name: 'Release Room 1 to the inventory?' })
  await dialog.getByText('It leaves Release Hall at once').waitFor()
  await tabTo(dialog.getByRole('textbox'))
  await page.keyboard.type(mac.slice(-5))
  await press(dialog.getByRole('button', { name: 'Release device' }))
  await page.getByText('Room 1 is in the inventory').waitFor()
  expect(faults).toEqual([])
})

test('the address of a site is changed by keyboard alone', async () => {
  const hall = await add('Zone Hall')
  const { page, faults } = await open(`/site?siteId=${hall}`)
  await tabTo(page.getByRole('textbox', { name: 'City' }))
  await page.keyboard.type('Duluth')
  await press(button(page, 'Save'))
  await page.getByText('Zone Hall was saved').waitFor()
  expect(await ask(sites.get, { params: { id: hall } })).toMatchObject({ City: 'Duluth' })
  expect(faults).toEqual([])
})

test('an alert is found, confirmed and the confirmation undone by keyboard alone', async () => {
  const hall = await add('Alert Hall')
  const room = await makeRoom(ask, 'Room 1', hall)
  const sensor = await connectSensor(portal.mqttUrl, room)
  await sensor.publish({ readings: { vape: 90 } })
  const { page, faults } = await open(`/alerts?siteId=${hall}`)
  await press(page.locator('[data-row] a').first())
  await press(button(page, 'Confirm'))
  await press(page.getByRole('button', { name: 'Undo' }).first())
  await button(page, 'Confirm').waitFor()
  await sensor.close()
  expect(faults).toEqual([])
})
