import { lists } from '@eot/contract/user-lists'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { look, screenOptions, screens, settle } from './src/look.ts'
import { makePerson } from './src/people.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { signIn } from './src/screens.ts'

const visit = useBrowser()
let portal: TestPortal
let as: Awaited<ReturnType<typeof signInToApi>>

beforeAll(async () => {
  portal = await startPortal()
  as = await signInToApi(portal.url)
  for (const name of ['Aino Koski', 'Dayo Okafor', 'Rui Nakamura'])
    await makePerson(portal, { name, role: 'Site Staff' })
  await portal.sql("update app_user set notifications_enabled = false where full_name = 'Dayo Okafor'")
})
afterAll(() => portal?.stop())

test('a list is added with people found by search, and says how many can be reached', async () => {
  const { page, faults } = await visit()
  await signIn(page, portal.url)
  await page.goto(`${portal.url}/site/user-lists?add=true`)
  const form = page.locator('form')
  await form.getByLabel('Name', { exact: true }).fill('Deans')
  await form.getByRole('searchbox').fill('ka')
  await form.getByRole('button', { name: 'Select all 2 matches' }).click()
  await form.getByText('notifications off').waitFor()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const row = page.getByRole('main').locator('[data-row]')
  await row.getByText('1 of 2').waitFor()
  const [list] = (await as(lists.list, { query: {} })).Items ?? []
  expect(list).toMatchObject({ Name: 'Deans', UserCount: 2, ReachableCount: 1 })
  expect(faults).toEqual([])
})

test.each(screens)('the pages are accessible and fit the screen at $width px', async (screen) => {
  const { page, faults } = await visit(screenOptions(screen))
  const people = await portal.sql<{ id: string }>(
    "select id from app_user where full_name in ('Aino Koski', 'Dayo Okafor')",
  )
  const name = `People seen at ${screen.width} px`
  const list = await as(lists.create, { body: { Name: name, Users: people.map(({ id }) => id) } })
  await signIn(page, portal.url)
  await page.goto(`${portal.url}/site/user-lists`)
  await page.getByRole('link', { name, exact: true }).waitFor()
  await settle(page)
  const found = await look(page, 'user-lists', screen)
  await page.goto(`${portal.url}/site/user-lists?open=${list.Id}`)
  await page.locator('form').getByRole('checkbox', { name: /Rui/ }).click()
  await page.locator('form').getByText('+ Rui Nakamura').waitFor()
  await settle(page)
  found.push(...(await look(page, 'user-list', screen)))
  expect([...found, ...faults]).toEqual([])
})
