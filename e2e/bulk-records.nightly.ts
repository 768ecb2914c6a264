import { groups } from '@eot/contract/device-groups'
import { sites } from '@eot/contract/sites'
import { systemMessages } from '@eot/contract/system-messages'
import { lists } from '@eot/contract/user-lists'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Ask, signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { look, screenOptions, screens, settle } from './src/look.ts'
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
const rows = (page: Page) => page.getByRole('main').locator('[data-row]')
const act = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true }).click()
const makeSite = async (Name: string, ParentSite?: string) =>
  (await ask(sites.create, { body: { Name, ...(ParentSite && { ParentSite }) } })).Id

async function open(path: string, options?: ReturnType<typeof screenOptions>) {
  const visited = await visit(options)
  await haveSession(visited.page, portal.url)
  await visited.page.goto(`${portal.url}${path}`)
  await rows(visited.page).first().waitFor()
  return visited
}

async function selectAll(page: Page, count: number) {
  await page.getByRole('checkbox', { name: 'Select all rows' }).click()
  await bar(page).getByText(`${count} selected`).waitFor()
}

/** The actions in the audit log on records of a site, oldest first. */
const auditOf = async (siteId: string, action: string) =>
  (
    await portal.sql<{ action: string }>(
      'select action from audit_entry where site_id = $1 and action = $2 order by id',
      [siteId, action],
    )
  ).length

test.each([
  { words: 'groups', one: 'group', path: '/site/device-groups', endpoints: groups, audited: 'device_group' },
  { words: 'lists', one: 'list', path: '/site/user-lists', endpoints: lists, audited: 'user_list' },
])('several $words are deactivated, with undo, and deleted after a question', async (kind) => {
  const Site = await makeSite(`School of ${kind.words}`)
  for (const Name of ['First', 'Second', 'Third']) await ask(kind.endpoints.create, { body: { Name, Site } })
  const states = async () =>
    (await ask(kind.endpoints.list, { query: { SiteId: Site } })).Items?.map(({ IsActive }) => IsActive)
  const { page, faults } = await open(`${kind.path}?siteId=${Site}`)
  await selectAll(page, 3)
  await act(page, 'Deactivate 3')
  await page.getByText(`3 ${kind.words} deactivated`).waitFor()
  expect(await states()).toEqual([false, false, false])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(states).toEqual([true, true, true])
  await bar(page).waitFor({ state: 'detached' })

  await page.getByRole('checkbox', { name: 'Select First' }).click()
  await page.getByRole('checkbox', { name: 'Select Third' }).click()
  await act(page, 'Delete 2')
  const dialog = page.getByRole('dialog', { name: `Delete 2 ${kind.words}?` })
  await dialog.getByText('This cannot be undone').waitFor()
  await dialog.getByRole('button', { name: `Delete 2 ${kind.words}` }).click()
  await page.getByText(`2 ${kind.words} deleted`).waitFor()
  await expect.poll(() => rows(page).count()).toBe(1)
  expect(await states()).toEqual([true])
  expect(await auditOf(Site, `${kind.audited}.deleted`)).toBe(2)
  expect(await auditOf(Site, `${kind.audited}.updated`)).toBe(6)
  expect(faults).toEqual([])
})

test('several messages are unpublished, published and deleted', async () => {
  for (const Title of ['Drill', 'Closed pool']) await ask(systemMessages.create, { body: { Title } })
  const published = async () => (await ask(systemMessages.list, {})).Items?.map(({ IsActive }) => IsActive)
  const { page, faults } = await open('/admin/system-messages')
  await selectAll(page, 2)
  await act(page, 'Unpublish 2')
  await page.getByText('2 messages are drafts again').waitFor()
  expect(await published()).toEqual([false, false])
  await selectAll(page, 2)
  await act(page, 'Publish 2')
  await page.getByText('2 messages published').waitFor()
  expect(await published()).toEqual([true, true])
  await selectAll(page, 2)
  await act(page, 'Delete 2')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete 2 messages' }).click()
  await page.getByText('2 messages deleted').waitFor()
  expect(await published()).toEqual([])
  expect(faults).toEqual([])
})

test('several sub-sites are deactivated after what stops was counted, and activated by undo', async () => {
  const district = await makeSite('Bulk District')
  const north = await makeSite('North', district)
  const south = await makeSite('South', district)
  await makeSite('North Hall', north)
  await makeRoom(ask, 'Room 1', south)
  const active = () =>
    Promise.all([north, south].map(async (id) => (await ask(sites.get, { params: { id } })).IsActive))
  const { page, faults } = await open(`/site/sub-sites?siteId=${district}`)
  await page.getByRole('checkbox', { name: 'Select North', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Select South' }).click()
  await act(page, 'Deactivate 2')
  const dialog = page.getByRole('dialog', { name: 'Deactivate 2 sites?' })
  await dialog.getByText('1 site below').waitFor()
  await dialog.getByText('1 device').waitFor()
  await dialog.getByRole('button', { name: 'Deactivate 2 sites' }).click()
  await page.getByText('2 sites deactivated').waitFor()
  expect(await active()).toEqual([false, false])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(active).toEqual([true, true])
  expect(faults).toEqual([])
})

test.each(['/site/device-groups', '/site/user-lists', '/admin/system-messages', '/site/sub-sites'])(
  'users who may change nothing cannot select rows of %s',
  async (path) => {
    const { page } = await visit()
    await signIn(
      page,
      portal.url,
      await makePerson(portal, { name: `Viewer of ${path.slice(1).replace('/', ' ')}`, role: 'Viewer' }),
    )
    await page.goto(portal.url + path)
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
    await settle(page)
    expect(await page.getByRole('main').getByRole('checkbox').count()).toBe(0)
  },
)

test.each(screens)('actions for several records are accessible at $width px', async (screen) => {
  const site = await makeSite(`District ${screen.width}`)
  await makeSite('East', site)
  await makeRoom(ask, 'Gym', site)
  for (const Name of ['Restrooms', 'Labs']) await ask(groups.create, { body: { Name, Site: site } })
  const { page, faults } = await open(`/site/device-groups?siteId=${site}`, screenOptions(screen))
  const select = async (count: number) => {
    if (screen.width < 660) {
      await page.getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('button', { name: 'Select', exact: true }).click()
    }
    await selectAll(page, count)
  }
  await select(2)
  const found = await look(page, 'groups-bulk', screen)
  await act(page, 'Delete 2')
  await page.getByRole('dialog').waitFor()
  found.push(...(await look(page, 'groups-bulk-delete', screen)))
  await page.goto(`${portal.url}/site/sub-sites?siteId=${site}`)
  await rows(page).first().waitFor()
  await select(1)
  await act(page, 'Deactivate 1')
  await page.getByRole('dialog').getByText('What stops').waitFor()
  found.push(...(await look(page, 'sites-bulk-deactivate', screen)))
  expect([...found, ...faults]).toEqual([])
})
