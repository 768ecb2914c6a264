import { groups } from '@eot/contract/device-groups'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { type FurnishedSchool, furnishSchool } from './src/furnished-school.ts'
import { look, screenOptions, screens, settle } from './src/look.ts'
import { makePerson } from './src/people.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { signIn } from './src/screens.ts'

const visit = useBrowser()
let portal: TestPortal
let school: FurnishedSchool
let as: Awaited<ReturnType<typeof signInToApi>>

beforeAll(async () => {
  portal = await startPortal()
  school = await furnishSchool(portal)
  as = await signInToApi(portal.url)
})
afterAll(() => portal?.stop())

const row = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name, exact: true })
const groupAt = async (name: string, rooms: string[]) => {
  const found = await portal.sql<{ id: string }>('select id from device where name = any($1)', [rooms])
  return as(groups.create, {
    body: { Name: name, Site: school.siteId, Devices: found.map(({ id }) => id) },
  })
}
const open = async (page: Page, query = '') => {
  await signIn(page, portal.url)
  await page.goto(`${portal.url}/site/device-groups?siteId=${school.siteId}${query}`)
}

test('a group is added with devices found by search, changed with the keyboard alone, and deleted', async () => {
  const { page, faults } = await visit()
  await open(page)
  await page.getByRole('button', { name: 'Add group' }).first().click()
  const form = page.locator('form')
  await form.getByLabel('Name', { exact: true }).fill('Restrooms')
  const search = form.getByRole('searchbox')
  await search.fill('restroom')
  await expect.poll(() => form.getByRole('checkbox', { name: /Restroom|Gymnasium/ }).count()).toBe(1)
  await form.getByRole('checkbox', { name: /Restroom B/ }).check()
  await form.getByText('+ Restroom B, 2nd floor').waitFor()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await row(page, 'Restrooms').waitFor()

  await row(page, 'Restrooms').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Restrooms' }).waitFor()
  await search.focus()
  await page.keyboard.press('Tab')
  // The list itself scrolls, so it may take the focus first.
  if (!(await page.locator(':focus').evaluate((element) => element.matches('input'))))
    await page.keyboard.press('Tab')
  // The member is listed before the other devices.
  const member = form.getByRole('checkbox', { name: /Restroom B/ })
  await expect.poll(() => member.evaluate((element) => element.matches(':focus'))).toBe(true)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowUp')
  expect(await member.isChecked()).toBe(true)
  expect(await form.getByRole('checkbox', { name: /Chemistry Lab/ }).isChecked()).toBe(true)
  await page.getByRole('button', { name: 'Save 1 change' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('Restrooms was saved').waitFor()
  const [group] = (await as(groups.list, { query: { search: 'Restrooms' } })).Items ?? []
  expect(group).toMatchObject({ DeviceCount: 2, Version: 2 })

  await row(page, 'Restrooms').click()
  await page.getByRole('button', { name: 'Delete group' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete group' }).last().click()
  await row(page, 'Restrooms').waitFor({ state: 'detached' })
  expect(faults).toEqual([])
})

test('what a save will add and remove is shown as chips, each of which undoes itself', async () => {
  const { page, faults } = await visit()
  const { Id } = await groupAt('Halls', ['Main Hallway', 'Library'])
  await open(page, `&open=${Id}`)
  const form = page.locator('form')
  await form.getByRole('checkbox', { name: /Library/ }).uncheck()
  await form.getByRole('checkbox', { name: /Gymnasium/ }).check()
  await page.getByRole('button', { name: 'Save 2 changes' }).waitFor()
  await form.getByRole('button', { name: 'Keep Library' }).click()
  await form.getByRole('button', { name: 'Do not add Gymnasium' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).waitFor()
  expect(await form.getByRole('checkbox', { name: /Library/ }).isChecked()).toBe(true)
  expect(faults).toEqual([])
})

test('a group that somebody else adds appears without a reload', async () => {
  const { page, faults } = await visit()
  await open(page)
  await row(page, 'Halls').waitFor()
  await page.getByText('Live', { exact: false }).first().waitFor()
  await groupAt('Laboratories', ['Chemistry Lab'])
  await row(page, 'Laboratories').waitFor({ timeout: 60_000 })
  expect(faults).toEqual([])
})

test('of two people who save a group, the second sees what the first changed', async () => {
  const { page } = await visit()
  const group = await groupAt('Contested', [])
  await open(page, `&open=${group.Id}`)
  const name = page.locator('form').getByLabel('Name', { exact: true })
  await name.fill('Mine')
  await as(groups.update, { params: { id: group.Id }, body: { Name: 'Theirs' } })
  await page.getByRole('button', { name: 'Save 1 change' }).click()
  await page.getByRole('dialog').getByText('Theirs').first().waitFor()
})

test('people who may only view groups see the devices of one, and no form', async () => {
  const { page, faults } = await visit()
  const group = await groupAt('Seen', ['Library'])
  const person = await makePerson(portal, {
    name: 'Stan Staff',
    role: 'Site Staff',
    site: 'Northfield High School',
  })
  await signIn(page, portal.url, person)
  await page.goto(`${portal.url}/site/device-groups?open=${group.Id}`)
  await page.getByLabel('Seen', { exact: true }).getByText('Library').waitFor()
  expect(await page.locator('main form, .drawer form').count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Add group' }).count()).toBe(0)
  expect(faults).toEqual([])
})

test.each(screens)('the pages are accessible and fit the screen at $width px', async (screen) => {
  const { page, faults } = await visit(screenOptions(screen))
  const name = `Rooms seen at ${screen.width} px`
  const { Id } = await groupAt(name, ['Library', 'Main Hallway'])
  await open(page)
  await row(page, name).waitFor()
  await settle(page)
  const found = await look(page, 'device-groups', screen)
  await page.goto(`${portal.url}/site/device-groups?siteId=${school.siteId}&open=${Id}`)
  const form = page.locator('form')
  await form.getByRole('checkbox', { name: /Library/ }).click()
  await form.getByText('− Library').waitFor()
  await form.getByRole('searchbox').fill('gym')
  await form.getByRole('checkbox', { name: /Gymnasium/ }).click()
  await form.getByText('+ Gymnasium').waitFor()
  await settle(page)
  found.push(...(await look(page, 'device-group', screen)))
  expect([...found, ...faults]).toEqual([])
})
