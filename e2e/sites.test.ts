import { sites } from '@eot/contract/sites'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Ask, signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { look, screenOptions, screens, settle } from './src/look.ts'
import { makePerson } from './src/people.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { rare } from './src/rare.ts'
import { makeRoom } from './src/rooms.ts'
import { haveSession } from './src/screens.ts'

const visit = useBrowser()
let portal: TestPortal
let ask: Ask

/** A district with two campuses and schools, made anew for each test. */
async function makeDistrict(name: string) {
  const add = async (Name: string, ParentSite?: string, more: object = {}) =>
    (await ask(sites.create, { body: { Name, ...(ParentSite && { ParentSite }), ...more } })).Id
  const district = await add(name, undefined, { TimeZone: 'America/Chicago' })
  const north = await add('North Campus', district, { Settings: { Theme: 'Dark' } })
  const south = await add('South Campus', district, { TimeZone: 'America/Denver' })
  const lincoln = await add('Lincoln High School', north)
  const hall = await add('Lincoln Hall', lincoln)
  await makeRoom(ask, 'Room 214', lincoln)
  return { district, north, south, lincoln, hall }
}

beforeAll(async () => {
  portal = await startPortal()
  ask = await signInToApi(portal.url)
})
afterAll(() => portal?.stop())

const row = (page: Page, name: string) => page.getByRole('row', { name }).first()
const tree = (page: Page) => page.getByRole('treegrid', { name: 'Sites' })
const act = async (page: Page, name: string, action: string) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

async function openTree(name: string) {
  const made = await makeDistrict(name)
  const visited = await visit()
  await haveSession(visited.page, portal.url)
  await visited.page.goto(`${portal.url}/admin/sites?siteId=${made.district}`)
  await row(visited.page, 'North Campus').waitFor()
  return { ...made, ...visited }
}

test('a site is found by search with the sites above it, and moved after its consequences were shown', async () => {
  const { page, faults } = await openTree('Moving District')
  await page.getByRole('searchbox', { name: 'Find a site' }).fill('hall')
  await row(page, 'Lincoln Hall').waitFor()
  expect(await tree(page).getByRole('checkbox').count()).toBe(1)
  await act(page, 'Lincoln Hall', 'Move')
  const dialog = page.getByRole('dialog', { name: 'Move Lincoln Hall to another parent' })
  await dialog.getByRole('combobox', { name: 'New parent' }).click()
  await page.getByRole('option', { name: 'Moving District / South Campus' }).click()
  await dialog.getByText('America/Denver').waitFor()
  await dialog.getByRole('button', { name: 'Move site' }).click()
  await page.getByText('1 site moved to South Campus.').waitFor()
  await page.getByRole('searchbox', { name: 'Find a site' }).fill('')
  await page.getByRole('button', { name: 'Expand South Campus' }).click()
  await row(page, 'Lincoln Hall').waitFor()

  await page.getByRole('button', { name: /^Undo/ }).click()
  await page.getByRole('button', { name: 'Expand South Campus' }).waitFor({ state: 'detached' })
  await page.locator('[aria-level="4"]').filter({ hasText: 'Lincoln Hall' }).waitFor()
  expect(faults).toEqual([])
})

rare('the tree opens with the levels that fit, and with what was opened before after a reload', async () => {
  const { page, faults } = await openTree('Open District')
  await row(page, 'Lincoln Hall').waitFor()
  await page.getByRole('button', { name: 'Collapse North Campus' }).click()
  await row(page, 'Lincoln Hall').waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('button', { name: 'Expand North Campus' }).waitFor()
  expect(await row(page, 'Lincoln Hall').count()).toBe(0)
  expect(faults).toEqual([])
})

rare('the search and the filter of the tree are in the address and hold after a reload', async () => {
  const { page, north, faults } = await openTree('Address District')
  await ask(sites.update, { params: { id: north }, body: { IsActive: false } })
  await page.getByRole('searchbox', { name: 'Find a site' }).fill('north')
  await page.waitForURL(/search=north/)
  await page.getByRole('button', { name: /^Inactive/ }).click()
  await page.waitForURL(/show=inactive/)
  await page.reload()
  await row(page, 'North Campus').waitFor()
  expect(await page.getByRole('searchbox', { name: 'Find a site' }).inputValue()).toBe('north')
  await page.getByRole('button', { name: /^Active/ }).click()
  await page.waitForURL((url) => !url.searchParams.has('show'))
  await page.getByText('No sites match "north"').waitFor()
  expect(faults).toEqual([])
})

rare('the tree is used by keyboard alone', async () => {
  const { page, north, faults } = await openTree('Keyboard District')
  await row(page, 'Keyboard District').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowLeft')
  await row(page, 'Lincoln High School').waitFor({ state: 'hidden' })
  await page.keyboard.press('ArrowRight')
  await row(page, 'Lincoln High School').waitFor()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => page.locator(':focus').innerText()).toContain('Lincoln High School')
  await page.keyboard.press('ArrowLeft')
  await row(page, 'Lincoln Hall').waitFor({ state: 'hidden' })
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => page.locator(':focus').innerText()).toContain('North Campus')
  await page.keyboard.press('ArrowLeft')
  await row(page, 'Lincoln High School').waitFor({ state: 'hidden' })
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/site?siteId=${north}`)
  expect(faults).toEqual([])
})

rare('a deactivated site is listed as inactive with all below it, and can be activated again', async () => {
  const { page, faults } = await openTree('Closing District')
  await act(page, 'North Campus', 'Deactivate')
  await page.getByRole('dialog').getByText('2 sites below').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
  await page.getByText('North Campus was deactivated').waitFor()
  await page.getByRole('button', { name: 'Inactive 3' }).click()
  await row(page, 'Lincoln Hall').waitFor()
  await act(page, 'North Campus', 'Activate')
  await page.getByText('North Campus was activated').waitFor()
  await page.getByRole('button', { name: 'Inactive 0' }).waitFor()
  expect(faults).toEqual([])
})

test('a site is deleted with all that is below it once its name is typed', async () => {
  const { page, north, faults } = await openTree('Shrinking District')
  await act(page, 'North Campus', 'Delete')
  const dialog = page.getByRole('dialog', { name: 'Delete North Campus and all that is below it?' })
  await dialog.getByText('2 sites below').waitFor()
  const verb = dialog.getByRole('button', { name: 'Delete 3 sites and 1 device' })
  const name = dialog.getByRole('textbox', { name: 'Type North Campus to confirm' })
  await name.fill('North')
  expect(await verb.isDisabled()).toBe(true)
  await name.fill('North Campus')
  await verb.click()
  await page.getByText('North Campus was deleted').waitFor()
  await row(page, 'North Campus').waitFor({ state: 'hidden' })
  await page.getByRole('heading', { name: '2 sites' }).waitFor()
  await expect(ask(sites.get, { params: { id: north } })).rejects.toThrow('site_not_found')
  expect(faults).toEqual([])
})

rare(
  'a site is deleted from its settings, which then shows the site above, or deactivated instead',
  async () => {
    const { page, district, south, faults } = await openTree('Settled District')
    await page.goto(`${portal.url}/site?siteId=${south}`)
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('button', { name: 'Deactivate the site instead' }).click()
    await page.getByRole('dialog', { name: 'Deactivate South Campus?' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete South Campus and all that is below it?' })
    await dialog.getByRole('textbox').fill('South Campus')
    await dialog.getByRole('button', { name: 'Delete 1 site' }).click()
    await page.getByText('South Campus was deleted').waitFor()
    await page.waitForURL(`**/site?siteId=${district}`)
    await page.getByRole('heading', { name: 'Settled District', level: 1 }).waitFor()
    expect(faults).toEqual([])
  },
)

rare('once the top site of the tree is deleted, the tree of the site above is shown', async () => {
  const { page, district, north, faults } = await openTree('Cut District')
  await page.goto(`${portal.url}/admin/sites?siteId=${north}`)
  await act(page, 'North Campus', 'Delete')
  const dialog = page.getByRole('dialog', { name: 'Delete North Campus and all that is below it?' })
  await dialog.getByRole('textbox').fill('North Campus')
  await dialog.getByRole('button', { name: 'Delete 3 sites and 1 device' }).click()
  await page.getByText('North Campus was deleted').waitFor()
  await row(page, 'South Campus').waitFor()
  expect(new URL(page.url()).searchParams.get('siteId')).toBe(district)
  expect(faults).toEqual([])
})

test('another time zone is explained before it is saved, applies to sites that inherit it, and can be reset', async () => {
  const { page, north, lincoln, faults } = await openTree('Zone District')
  await page.goto(`${portal.url}/site?siteId=${north}`)
  await page.getByRole('button', { name: 'Change: Time zone' }).click()
  await page.getByRole('combobox', { name: 'Time zone' }).click()
  await page.getByRole('combobox', { name: 'Find a time zone' }).fill('Tokyo')
  await page.getByRole('option', { name: /Tokyo/ }).first().click()
  await page.getByText('2 sub-sites follow, because they inherit').waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('North Campus was saved').waitFor()
  expect((await ask(sites.get, { params: { id: lincoln } })).TimeZone).toBe('Asia/Tokyo')

  await page.getByRole('button', { name: 'Reset: Time zone' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Change: Time zone' }).waitFor()
  expect((await ask(sites.get, { params: { id: lincoln } })).TimeZone).toBe('America/Chicago')
  expect(faults).toEqual([])
})

rare('the subscription of a site is set or inherited, by system administrators only', async () => {
  const { page, north, lincoln, faults } = await openTree('Paying District')
  await page.goto(`${portal.url}/site?siteId=${north}`)
  const subscriptionOf = async (id: string) => (await ask(sites.get, { params: { id } })).SubscriptionType
  await page.getByRole('button', { name: 'Change: Subscription' }).click()
  await page.getByRole('textbox', { name: 'Subscription' }).fill('Yearly')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Reset: Subscription' }).waitFor()
  expect(await subscriptionOf(north)).toBe('Yearly')
  expect(await subscriptionOf(lincoln)).toBe('Yearly')

  const administrator = await makePerson(portal, {
    name: 'Nora North',
    role: 'Site Administrator',
    site: 'Paying District',
  })
  const other = await visit()
  await haveSession(other.page, portal.url, administrator)
  await other.page.goto(`${portal.url}/site?siteId=${north}`)
  await other.page.getByRole('region', { name: 'Now' }).getByText('Yearly').waitFor()
  expect(await other.page.getByRole('button', { name: /: Subscription/ }).count()).toBe(0)
  await other.page.getByRole('textbox', { name: 'City' }).fill('Denver')
  await other.page.getByRole('button', { name: 'Save', exact: true }).click()
  await other.page.getByText('North Campus was saved').waitFor()
  expect(await subscriptionOf(north)).toBe('Yearly')
  expect([...faults, ...other.faults]).toEqual([])
})

rare('of two users who save the same site, the second one sees what the first one changed', async () => {
  const { page, south, faults } = await openTree('Shared District')
  await page.goto(`${portal.url}/site?siteId=${south}`)
  await page.getByRole('textbox', { name: 'City' }).fill('Denver')
  await ask(sites.update, { params: { id: south }, body: { City: 'Boulder' } })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('dialog').getByText('Boulder').waitFor()
  expect(faults.filter((fault) => !fault.startsWith('Failed to load'))).toEqual([])
})

rare('of thousands of sites only the visible rows are in the page', async () => {
  const { page, district, faults } = await openTree('Large District')
  await portal.sql(`insert into site (id, parent_id, path, name)
    select id, parent.site, parent.path || id || '/', 'Room ' || n
    from (select gen_random_uuid() as id, n from generate_series(1, 3000) n) made,
      (select id as site, path from site where id = '${district}') parent`)
  await page.reload()
  await page.getByRole('heading', { name: '3,005 sites' }).waitFor()
  await row(page, 'Large District').focus()
  await page.keyboard.press('End')
  await expect.poll(() => page.locator(':focus').innerText()).toContain('South Campus')
  expect(await tree(page).getByRole('row').count()).toBeLessThan(100)
  expect(faults).toEqual([])
})

describe.each(screens)('at $width px', (screen) => {
  rare('the pages of sites are accessible and fit the screen', async () => {
    const { district, north } = await makeDistrict(`District ${screen.width}`)
    const { page, faults } = await visit(screenOptions(screen))
    await haveSession(page, portal.url)
    const found: string[] = []
    const inspect = async (name: string) => {
      await settle(page)
      found.push(...(await look(page, name, screen)))
    }
    await page.goto(`${portal.url}/admin/sites?siteId=${district}`)
    await page.getByRole('button', { name: 'Collapse North Campus' }).waitFor()
    await row(page, 'Lincoln High School').waitFor()
    await page.getByRole('checkbox', { name: /Lincoln High School/ }).check()
    await inspect('sites')
    await page.getByRole('region', { name: 'Selected sites' }).getByRole('button', { name: 'Move' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'New parent' }).click()
    await page.getByRole('option', { name: /South Campus/ }).click()
    await dialog.getByText('History stays').waitFor()
    await inspect('sites-move')
    await page.keyboard.press('Escape')
    await act(page, 'North Campus', 'Delete')
    await dialog.getByText('2 sites below').waitFor()
    await page.getByText('What stays').waitFor()
    await inspect('sites-delete')
    await page.keyboard.press('Escape')
    await page.getByRole('searchbox', { name: 'Find a site' }).fill('lincoln')
    await row(page, 'Lincoln Hall').waitFor()
    await inspect('sites-search')
    await page.goto(`${portal.url}/site?siteId=${north}`)
    await page.getByRole('button', { name: 'Change: Units' }).click()
    await page.getByRole('button', { name: 'Change: Time zone' }).click()
    await page.getByRole('combobox', { name: 'Time zone' }).click()
    await page.getByRole('combobox', { name: 'Find a time zone' }).fill('Tokyo')
    await page.getByRole('option', { name: /Tokyo/ }).first().click()
    await page.getByText('kept in UTC').waitFor()
    await inspect('site-settings')
    expect([...found, ...faults]).toEqual([])
  })
})
