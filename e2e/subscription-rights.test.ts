import { sites } from '@eot/contract/sites'
import { subscriptions } from '@eot/contract/subscriptions'
import { lists } from '@eot/contract/user-lists'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { makePerson } from './src/people.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { rare } from './src/rare.ts'
import { haveSession, signIn } from './src/screens.ts'
import { pick, row, save } from './src/subscription-form.ts'

const enter = useBrowser()
let portal: TestPortal

beforeAll(async () => {
  portal = await startPortal()
  const ask = await signInToApi(portal.url)
  const { Id: Site } = await ask(sites.create, { body: { Name: 'North Hall' } })
  const { Id } = await ask(lists.create, { body: { Name: 'Deans', Site } })
  await ask(subscriptions.create, { body: { Name: 'Staff room', Site, Devices: 'All', Lists: [Id] } })
})
afterAll(() => portal?.stop())

rare('those who may not change subscriptions have no page of them', async () => {
  const { page } = await enter()
  const viewer = await makePerson(portal, { name: 'Vera Viewer', role: 'Viewer', site: 'North Hall' })
  await signIn(page, portal.url, viewer)
  expect(await page.getByRole('link', { name: 'SUBSCRIPTIONS' }).count()).toBe(0)
  await page.goto(`${portal.url}/subscriptions`)
  await page.getByRole('heading', { name: 'Page Not Found' }).waitFor()
})

test('staff may add and change subscriptions for lists and themselves, but not delete them', async () => {
  const { page, faults } = await enter()
  const staff = await makePerson(portal, { name: 'Sam Staff', role: 'Site Staff', site: 'North Hall' })
  await haveSession(page, portal.url, staff)
  await page.goto(`${portal.url}/subscriptions`)
  await row(page, 'Staff room').getByRole('button', { name: 'More for Staff room' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).waitFor()
  expect(await page.getByRole('menuitem', { name: 'Delete…' }).count()).toBe(0)
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await pick(page, 'Tell', 'sam', /^Sam Staff/)
  await page.keyboard.press('Escape')
  await save(page)
  await row(page, 'Copy of Staff room').getByText('Sam Staff and Deans').waitFor()
  expect(faults).toEqual([])
})
