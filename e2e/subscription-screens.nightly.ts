import { sites } from '@eot/contract/sites'
import { subscriptions } from '@eot/contract/subscriptions'
import { lists } from '@eot/contract/user-lists'
import { users } from '@eot/contract/users'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Ask, signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { makePerson } from './src/people.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { makeRoom } from './src/rooms.ts'
import { haveSession, portalHeading } from './src/screens.ts'
import { pick, row, save } from './src/subscription-form.ts'

const visit = useBrowser()
const enter = () => visit({ locale: 'en-US' })
let portal: TestPortal
let ask: Ask
let district: string
let north: string
let nia: string

/** A district with two schools, a room in each, and a teacher in each. */
beforeAll(async () => {
  portal = await startPortal()
  ask = await signInToApi(portal.url)
  const newSite = async (Name: string, ParentSite?: string) =>
    (await ask(sites.create, { body: { Name, ParentSite, TimeZone: 'America/Chicago' } })).Id
  district = await newSite('District')
  north = await newSite('North School', district)
  const south = await newSite('South School', district)
  await makeRoom(ask, 'North gym', north)
  await makeRoom(ask, 'South gym', south)
  await makePerson(portal, { name: 'Nia North', role: 'Site Staff', site: 'North School' })
  await makePerson(portal, { name: 'Sol South', role: 'Site Staff', site: 'South School' })
  nia = (await ask(users.list, { query: { search: 'Nia North' } })).Items?.[0]?.Id ?? ''
})
afterAll(() => portal?.stop())

const path = (siteId: string, rest = '') => `${portal.url}/subscriptions?siteId=${siteId}${rest}`
const add = (Name: string, change: object = {}) =>
  ask(subscriptions.create, {
    body: { Name, Site: district, Devices: 'All', Users: [nia], ...change } as never,
  })

async function open(page: Page, address: string) {
  await haveSession(page, portal.url)
  await page.goto(address)
  await portalHeading(page).waitFor()
}

test('the editor shows whom the chosen places leave out, and how many devices they have', async () => {
  const { page, faults } = await enter()
  await open(page, path(district, '&add=true'))
  await pick(page, 'Tell', 'south', /^Sol South/)
  await page.keyboard.press('Escape')
  await page.getByText('2 devices at present').waitFor()
  await page.getByRole('button', { name: 'Remove All of District' }).click()
  await page.getByRole('button', { name: 'Sites', exact: true }).click()
  await pick(page, 'Where', 'north', /^North School/)
  await page.getByText('Sol South is not told: the account has no access to these places.').waitFor()
  await page.getByText('1 device at present').waitFor()
  expect(faults).toEqual([])
})

test('reminders are offered only for the start of alerts, and are not saved otherwise', async () => {
  const { Id } = await add('Ends', { RemindAfter: 10 })
  const { page, faults } = await enter()
  await open(page, path(district, `&open=${Id}`))
  await page
    .getByRole('region', { name: /one sentence/ })
    .getByText('remind them')
    .waitFor()
  await page.getByRole('checkbox', { name: 'Alert ends' }).click()
  await page.getByRole('checkbox', { name: 'Alert starts' }).click()
  await page.getByText('If nobody confirms').first().waitFor({ state: 'detached' })
  await save(page)
  await row(page, 'Ends').waitFor()
  expect(await ask(subscriptions.get, { params: { id: Id } })).toMatchObject({
    Events: ['AlertEnded'],
    RemindAfter: null,
  })
  expect(faults).toEqual([])
})

test('a site shows the subscriptions of sites above that apply there', async () => {
  await add('Of the district')
  const { page, faults } = await enter()
  await open(page, path(north))
  await page.getByRole('heading', { name: 'No subscriptions of this site' }).waitFor()
  const above = page.getByRole('region', { name: 'From sites above' })
  await above.getByText('Of the district').waitFor()
  await above.getByRole('link', { name: 'of District' }).first().click()
  await row(page, 'Of the district').waitFor()
  expect(faults).toEqual([])
})

test('by day, paused subscriptions say until when, and the search can be seen and cleared', async () => {
  await add('Paused one', { PausedUntil: '2090-01-02T13:30:00.000Z' })
  const { page, faults } = await enter()
  await open(page, path(district, '&view=day&search=Paused'))
  const week = page.getByRole('table', { name: 'Subscriptions by day' })
  await week.getByText('Paused until Mon, Jan 2, 2090, 7:30 AM').waitFor()
  const search = page.getByRole('searchbox', { name: 'Find a subscription or person' })
  expect(await search.inputValue()).toBe('Paused')
  await search.fill('no such thing')
  await page.getByRole('heading', { name: 'No subscription matches' }).waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await week.getByText('Paused one').waitFor()
  expect(await search.inputValue()).toBe('')
  expect(faults).toEqual([])
})

test('the end of an overnight window is moved on the day on which it ends', async () => {
  const { Id } = await add('Overnight', { StartTime: 20, EndTime: 6 })
  const { page, faults } = await enter()
  await open(page, path(district, `&open=${Id}`))
  const end = page.getByRole('slider', { name: 'End of the window' })
  // The window starts on Monday, 1, and ends on Tuesday.
  const track = page.locator('[data-day="2"]')
  await track.scrollIntoViewIfNeeded()
  const [handle, day] = [await end.boundingBox(), await track.boundingBox()]
  if (!handle || !day) throw new Error('the week is not shown')
  const middle = handle.x + handle.width / 2
  expect(Math.round(((middle - day.x) / day.width) * 24)).toBe(6)
  await page.mouse.move(middle, handle.y + handle.height / 2)
  await page.mouse.down()
  await page.mouse.move(day.x + (day.width * 7.5) / 24, handle.y + handle.height / 2)
  await page.mouse.move(day.x + (day.width * 8) / 24, handle.y + handle.height / 2)
  await page.mouse.up()
  await page
    .getByRole('region', { name: /one sentence/ })
    .getByText('8 PM–8 AM the next morning')
    .waitFor()
  expect(faults).toEqual([])
})

test('a subscription with unsaved changes is deleted without a question about the changes', async () => {
  const { Id } = await add('Doomed')
  const { page, faults } = await enter()
  await open(page, path(district, `&open=${Id}`))
  await page.getByRole('textbox', { name: 'Name' }).fill('Doomed, changed')
  await page.getByRole('button', { name: 'More for Doomed' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page.getByRole('button', { name: 'Delete subscription' }).click()
  await page.getByText('Doomed was deleted').waitFor()
  await page.getByRole('heading', { level: 1, name: 'Subscriptions' }).waitFor()
  expect(await page.getByRole('dialog', { name: 'Discard your changes?' }).count()).toBe(0)
  expect(faults).toEqual([])
})

test('choices that cannot be loaded say so, and are loaded again on demand', async () => {
  const { page } = await enter()
  await open(page, path(district, '&add=true'))
  const refuse = '**/api/groups?*'
  await page.route(refuse, (route) => route.fulfill({ status: 400, json: {} }))
  await page.getByRole('button', { name: 'Groups', exact: true }).click()
  const failure = page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Try again' }) })
  await failure.waitFor()
  await page.unroute(refuse)
  await failure.getByRole('button', { name: 'Try again' }).click()
  await failure.waitFor({ state: 'detached' })
  await page.getByRole('combobox', { name: 'Where' }).click()
  await page.getByRole('option', { name: /^All of District/ }).waitFor()
})

test('a search that matches more than the list shows says how many more there are', async () => {
  await portal.sql(
    `insert into device_group (id, site_id, name)
     select gen_random_uuid(), $1, 'Group ' || n from generate_series(1, 33) n`,
    [district],
  )
  const { page, faults } = await enter()
  await open(page, path(district, '&add=true'))
  await page.getByRole('button', { name: 'Groups', exact: true }).click()
  await page.getByRole('combobox', { name: 'Where' }).fill('Group')
  await page.getByText('3 more match. Type to find them.').waitFor()
  expect(faults).toEqual([])
})

test('the list counts again whom subscriptions reach when a list changes', async () => {
  const { Id } = await ask(lists.create, { body: { Name: 'Deans', Site: district, Users: [nia] } })
  await add('Counted', { Users: [], Lists: [Id] })
  const { page, faults } = await enter()
  await open(page, path(district, '&search=Counted'))
  await row(page, 'Counted').getByText('1 of 1 can be reached').waitFor()
  await ask(lists.update, { params: { id: Id }, body: { IsActive: false } })
  await row(page, 'Counted').getByText('0 of 0 can be reached').waitFor()
  expect(faults).toEqual([])
})

test('the chosen shortcut of a pause is marked, and the editor links back to the list', async () => {
  const { Id } = await add('Shortcuts')
  const { page, faults } = await enter()
  await open(page, path(district, `&open=${Id}&search=Short`))
  await page.getByRole('button', { name: 'More for Shortcuts' }).click()
  await page.getByRole('menuitem', { name: 'Pause…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Pause Shortcuts' })
  const color = (pressed: boolean) =>
    dialog
      .getByRole('button', { pressed })
      .first()
      .evaluate((one) => one.ownerDocument.defaultView?.getComputedStyle(one).backgroundColor)
  await dialog.getByRole('button', { name: 'Tomorrow morning', pressed: true }).waitFor()
  // Which others are offered depends on the weekday.
  await expect.poll(async () => (await color(true)) !== (await color(false))).toBe(true)
  expect(await dialog.getByRole('button', { pressed: true }).count()).toBe(1)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('main').getByRole('link', { name: 'Subscriptions' }).click()
  await row(page, 'Shortcuts').waitFor()
  expect(new URL(page.url()).searchParams.get('search')).toBe('Short')
  expect(faults).toEqual([])
})

test('a test is sent to everyone only after a question, and each is told that it is a test', async () => {
  const { Id } = await add('Tested')
  const { page, faults } = await enter()
  await open(page, path(district, `&open=${Id}`))
  await page.getByRole('button', { name: 'Send a test' }).click()
  await page.getByRole('menuitem', { name: 'To everyone it tells…' }).click()
  await page
    .getByRole('dialog', { name: 'Send a test of Tested?' })
    .getByRole('button', { name: 'Send the test' })
    .click()
  await page.getByText('A test is on its way to 1 person').waitFor()
  const sent = await portal.sql("select receiver, kind from message where kind = 'SubscriptionTest'")
  expect(sent).toEqual([{ receiver: 'nia.north@example.org', kind: 'SubscriptionTest' }])
  expect(faults).toEqual([])
})
