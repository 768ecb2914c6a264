import { devices } from '@eot/contract/devices'
import { sites } from '@eot/contract/sites'
import { subscriptions } from '@eot/contract/subscriptions'
import { userRoles } from '@eot/contract/user-roles'
import { users } from '@eot/contract/users'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Ask, signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { desk, look, screenOptions, settle } from './src/look.ts'
import { makePerson } from './src/people.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { makeRoom } from './src/rooms.ts'
import { haveSession, signIn } from './src/screens.ts'

const visit = useBrowser()
let portal: TestPortal
let ask: Ask

beforeAll(async () => {
  portal = await startPortal()
  ask = await signInToApi(portal.url)
})
afterAll(() => portal?.stop())

const bar = (page: Page) => page.getByRole('region', { name: 'Selected rows' })
const select = (page: Page, ...names: string[]) =>
  names.reduce(
    (before, name) => before.then(() => page.getByRole('checkbox', { name: `Select ${name}` }).check()),
    Promise.resolve(),
  )

async function makeSite(name: string, rooms: readonly string[]) {
  const { Id } = await ask(sites.create, { body: { Name: name } })
  const made: string[] = []
  for (const room of rooms) made.push((await makeRoom(ask, room, Id)).id)
  return { id: Id, rooms: made }
}

const isActive = async (id: string) => (await ask(devices.get, { params: { id } })).IsActive

test('several devices are deactivated after a warning of what stops, and activated again', async () => {
  const { id, rooms } = await makeSite('North Hall', ['Room 1', 'Room 2', 'Room 3'])
  const { page, faults } = await visit()
  await haveSession(page, portal.url)
  await page.goto(`${portal.url}/devices?siteId=${id}`)
  await select(page, 'Room 1', 'Room 2')
  await bar(page).getByRole('button', { name: 'Deactivate 2' }).click()
  const dialog = page.getByRole('dialog', { name: 'Deactivate 2 devices?' })
  await dialog.getByText('Open alerts of these devices end now').waitFor()
  await dialog.getByRole('button', { name: 'Deactivate' }).click()
  await page.getByText('2 devices deactivated').waitFor()
  await expect.poll(() => page.locator('[data-row]').getByText('Inactive', { exact: true }).count()).toBe(2)
  expect(await Promise.all(rooms.map(isActive))).toEqual([false, false, true])

  await select(page, 'Room 2', 'Room 3')
  await bar(page).getByRole('button', { name: 'Activate 1', exact: true }).click()
  await page.getByText('1 device activated').waitFor()
  await expect.poll(() => page.locator('[data-row]').getByText('Inactive', { exact: true }).count()).toBe(1)
  expect(await Promise.all(rooms.map(isActive))).toEqual([false, true, true])
  expect(faults).toEqual([])
})

test('a question keeps the devices it was asked for, although the list shows others meanwhile', async () => {
  const { id, rooms } = await makeSite('Far Hall', ['Den 1', 'Den 2', 'Den 3'])
  const { id: other } = await makeSite('Farther Hall', [])
  const { page, faults } = await visit()
  await haveSession(page, portal.url)
  await page.goto(`${portal.url}/devices?siteId=${id}`)
  await page.getByText(/^Live/).first().waitFor()
  await select(page, 'Den 1', 'Den 2')
  await bar(page).getByRole('button', { name: 'Deactivate 2' }).click()
  const dialog = page.getByRole('dialog', { name: 'Deactivate 2 devices?' })
  await dialog.waitFor()
  for (const room of rooms.slice(0, 2))
    await ask(devices.update, { params: { id: room }, body: { SiteId: other } })
  await expect.poll(() => page.locator('[data-row]').count()).toBe(1)
  await dialog.getByRole('button', { name: 'Deactivate' }).click()
  await page.getByText('2 devices deactivated').waitFor()
  expect(await Promise.all(rooms.map(isActive))).toEqual([false, false, true])
  expect(faults).toEqual([])
})

test('a user who could not be changed is named with the reason and stays selected', async () => {
  await makePerson(portal, { name: 'Cara Lee', role: 'Viewer' })
  const { page } = await visit()
  await signIn(page, portal.url, await makePerson(portal, { name: 'Sara Site', role: 'Site Administrator' }))
  await page.goto(`${portal.url}/users`)
  await select(page, 'System Administrator', 'Cara Lee')
  await bar(page).getByRole('button', { name: 'Deactivate 2' }).click()
  const dialog = page.getByRole('dialog', { name: 'Deactivate 2 users?' })
  await dialog.getByRole('button', { name: 'Deactivate' }).click()
  await page.getByText('1 user deactivated').waitFor()
  const failures = bar(page).getByRole('alert').getByRole('listitem')
  await failures.filter({ hasText: 'System Administrator:' }).waitFor()
  expect(await failures.count()).toBe(1)
  await bar(page).getByText('1 selected').waitFor()
})

test('several users are deactivated after a warning of whom nobody tells then, and only invitations can be sent again', async () => {
  const roles = await ask(userRoles.all, {})
  const UserRole = roles.find(({ Name }) => Name === 'Viewer')?.Id ?? ''
  await makePerson(portal, { name: 'Ann Miller', role: 'Viewer' })
  await ask(users.create, { body: { FullName: 'Bob Stone', Email: 'bob.stone@example.org', UserRole } })
  const [ann] = await portal.sql<{ id: string }>("select id from app_user where full_name = 'Ann Miller'")
  await ask(subscriptions.create, { body: { Name: 'Night watch', Devices: 'All', Users: [ann?.id ?? ''] } })
  const { page, faults } = await visit()
  await haveSession(page, portal.url)
  await page.goto(`${portal.url}/users`)
  await select(page, 'Ann Miller', 'Bob Stone')
  await bar(page).getByRole('button', { name: 'Resend 1 invitation' }).click()
  await page.getByText('1 invitation sent again').waitFor()
  await select(page, 'Ann Miller', 'Bob Stone')
  await bar(page).getByRole('button', { name: 'Deactivate 2' }).click()
  const dialog = page.getByRole('dialog', { name: 'Deactivate 2 users?' })
  await dialog.getByText('One subscription then tells nobody: Night watch.').waitFor()
  await dialog.getByRole('button', { name: 'Deactivate' }).click()
  await page.getByText('2 users deactivated').waitFor()
  const states = await portal.sql(
    "select full_name from app_user where full_name in ('Ann Miller', 'Bob Stone') and is_active",
  )
  expect(states).toEqual([])
  expect(faults).toEqual([])
})

test('users who may change nothing cannot select devices', async () => {
  const { id } = await makeSite('West Hall', ['Gym'])
  const { page, faults } = await visit()
  await signIn(page, portal.url, await makePerson(portal, { name: 'Vera Viewer', role: 'Viewer' }))
  await page.goto(`${portal.url}/devices?siteId=${id}`)
  await page.getByRole('link', { name: 'Gym' }).waitFor()
  expect(await page.getByRole('main').getByRole('checkbox').count()).toBe(0)
  expect(faults).toEqual([])
})

test('the actions for selected devices are accessible and fit the screen', async () => {
  const { id } = await makeSite('East Hall', ['Hall 1', 'Hall 2'])
  const { page, faults } = await visit(screenOptions(desk))
  await haveSession(page, portal.url)
  await page.goto(`${portal.url}/devices?siteId=${id}`)
  await select(page, 'Hall 1', 'Hall 2')
  await settle(page)
  const found = await look(page, 'devices-bulk', desk)
  await bar(page).getByRole('button', { name: 'Deactivate 2' }).click()
  await page.getByRole('dialog').waitFor()
  found.push(...(await look(page, 'devices-bulk-question', desk)))
  expect([...found, ...faults]).toEqual([])
})
