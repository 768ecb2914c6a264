import { listPreferences } from '@eot/contract/list-preferences'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { type FurnishedSchool, furnishSchool } from './src/furnished-school.ts'
import { makePerson, type Person } from './src/people.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { signIn } from './src/screens.ts'

const visit = useBrowser()
let portal: TestPortal
let school: FurnishedSchool

beforeAll(async () => {
  portal = await startPortal()
  school = await furnishSchool(portal)
})
afterAll(() => portal?.stop())

const rows = (page: Page) => page.getByRole('main').locator('[data-row]')
const column = (page: Page, name: string) => page.getByRole('main').getByRole('columnheader', { name })

async function openDevices(query = '', who?: Person) {
  const visited = await visit()
  const { page } = visited
  await signIn(page, portal.url, who)
  await page.goto(`${portal.url}/devices?siteId=${school.siteId}${query}`)
  await rows(page).first().waitFor()
  return visited
}

test('hidden columns, density and saved views of a list follow the user to another browser', async () => {
  const { page, faults } = await openDevices('&search=lab')
  await column(page, 'Model').waitFor()
  await page.getByRole('button', { name: 'View', exact: true }).click()
  const saved = () => page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok())
  const hidden = saved()
  await hideColumn(page, 'Model')
  await hidden
  const dense = saved()
  await page.getByRole('button', { name: 'Compact' }).click()
  await dense
  await page.getByRole('textbox', { name: 'Name of this view' }).fill('Labs')
  const named = saved()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await named
  await page.keyboard.press('Escape')
  await column(page, 'Model').waitFor({ state: 'detached' })

  const other = await openDevices()
  await column(other.page, 'Model').waitFor({ state: 'detached' })
  expect(await other.page.locator('.table-box.compact').count()).toBe(1)
  await other.page.getByRole('button', { name: 'View', exact: true }).click()
  await other.page.getByRole('button', { name: 'Labs', exact: true }).click()
  await other.page.waitForURL(/search=lab/)
  await expect.poll(() => rows(other.page).count()).toBe(await rows(page).count())
  expect([...faults, ...other.faults]).toEqual([])
})

/** Clicks the box instead of calling `uncheck`, which fails if the box changes a moment after the click. */
async function hideColumn(page: Page, name: string): Promise<void> {
  const box = page.getByRole('checkbox', { name })
  await box.click()
  await expect.poll(() => box.isChecked()).toBe(false)
}

test('what two tabs change about the view of a list is kept from both', async () => {
  const person = await makePerson(portal, { name: 'Tova Tabs', role: 'System Administrator' })
  const [one, two] = [await openDevices('', person), await openDevices('', person)]
  for (const { page } of [one, two]) await page.getByRole('button', { name: 'View', exact: true }).click()
  const change = async (page: Page, act: () => Promise<void>) => {
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok())
    await act()
    await saved
  }
  const addView = (page: Page, name: string) =>
    change(page, async () => {
      await page.getByRole('textbox', { name: 'Name of this view' }).fill(name)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
    })
  await change(one.page, () => hideColumn(one.page, 'Model'))
  await addView(one.page, 'Mine')
  await change(two.page, () => two.page.getByRole('button', { name: 'Compact' }).click())
  await addView(two.page, 'Yours')
  await change(two.page, () => hideColumn(two.page, 'Site'))
  const ask = await signInToApi(portal.url, person)
  expect(await ask(listPreferences.get, { params: { list: 'devices' } })).toMatchObject({
    Hidden: ['Model', 'Site'],
    Density: 'Compact',
    Views: [{ Name: 'Mine' }, { Name: 'Yours' }],
  })
  expect([...one.faults, ...two.faults]).toEqual([])
})

test('J, K and the arrow keys move between the rows of a list, Enter opens one, and F goes to the search', async () => {
  const { page, faults } = await openDevices()
  const names = await rows(page).getByRole('link').allInnerTexts()
  const focused = () => page.locator(':focus').innerText()
  await page.keyboard.press('j')
  expect(await focused()).toBe(names[0])
  await page.keyboard.press('ArrowDown')
  expect(await focused()).toBe(names[1])
  await page.keyboard.press('k')
  expect(await focused()).toBe(names[0])
  await page.keyboard.press('f')
  await page.keyboard.type('lab')
  await page.waitForURL(/search=lab/)
  expect(faults).toEqual([])
})

test('X selects the focused row', async () => {
  const { page, faults } = await visit()
  await signIn(page, portal.url)
  await page.goto(`${portal.url}/alerts?siteId=${school.siteId}`)
  await rows(page).first().waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.getByText('1 selected').waitFor()
  expect(await rows(page).first().getByRole('checkbox').isChecked()).toBe(true)
  await page.keyboard.press('x')
  await page.getByText('1 selected').waitFor({ state: 'detached' })
  expect(faults).toEqual([])
})

test('an action on selected rows says which row failed and why, and keeps it selected', async () => {
  const { page, faults } = await visit()
  await signIn(page, portal.url)
  await page.goto(`${portal.url}/alerts?siteId=${school.siteId}`)
  const unconfirmed = rows(page).filter({ has: page.getByText('not yet', { exact: true }) })
  await unconfirmed.nth(1).waitFor()
  const [first, second] = await unconfirmed.evaluateAll((all) =>
    all.map((row) => row.getAttribute('data-row') ?? ''),
  )
  const rowOf = (id = '') => page.locator(`[data-row="${id}"]`)
  await rowOf(first).getByRole('checkbox').check()
  await rowOf(second).getByRole('checkbox').check()
  await page.route(`**/api/alerts/${first}`, (route) => route.abort())
  const bar = page.getByRole('region', { name: 'Selected rows' })
  await bar.getByRole('button', { name: 'Confirm 2 alerts' }).click()
  await page.getByText('1 alert confirmed').waitFor()
  await bar.getByText("Can't reach the server").waitFor()
  expect(await rowOf(first).getByRole('checkbox').isChecked()).toBe(true)
  expect(await rowOf(second).getByRole('checkbox').isChecked()).toBe(false)
  await page.unroute(`**/api/alerts/${first}`)
  await bar.getByRole('button', { name: 'Confirm 1 alert' }).click()
  await bar.waitFor({ state: 'detached' })
  expect(faults.filter((fault) => !fault.startsWith('Failed to load'))).toEqual([])
})

test('a list is downloaded as CSV with its search', async () => {
  const { page, faults } = await openDevices('&search=lab')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as CSV' }).click()
  const chunks: Buffer[] = []
  for await (const chunk of await (await saved).createReadStream()) chunks.push(chunk)
  const lines = Buffer.concat(chunks).toString().trimEnd().split('\r\n')
  expect(lines.length - 1).toBe(await rows(page).count())
  expect(faults).toEqual([])
})
