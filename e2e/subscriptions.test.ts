import { groups } from '@eot/contract/device-groups'
import { sites } from '@eot/contract/sites'
import { subscriptions } from '@eot/contract/subscriptions'
import { lists } from '@eot/contract/user-lists'
import { findAlertType } from '@eot/contract/vocabulary'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Ask, signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { look, screenOptions, screens, settle } from './src/look.ts'
import { makePerson } from './src/people.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { rare } from './src/rare.ts'
import { makeRoom } from './src/rooms.ts'
import { haveSession, portalHeading } from './src/screens.ts'
import { pick, row, save } from './src/subscription-form.ts'

const visit = useBrowser()
/** With a 12-hour clock, as in the sentences below. */
const enter = (options: BrowserContextOptions = {}) => visit({ locale: 'en-US', ...options })
let portal: TestPortal
let ask: Ask
let siteId: string
let deans: string

beforeAll(async () => {
  portal = await startPortal()
  ask = await signInToApi(portal.url)
  siteId = (await ask(sites.create, { body: { Name: 'North Hall', TimeZone: 'America/Chicago' } })).Id
  const { id: room } = await makeRoom(ask, 'Restroom A', siteId)
  await makeRoom(ask, 'Gym', siteId)
  await ask(groups.create, { body: { Name: 'All restrooms', Site: siteId, Devices: [room] } })
  for (const name of ['Aino Koski', 'Dayo Okafor'])
    await makePerson(portal, { name, role: 'Site Staff', site: 'North Hall' })
  await portal.sql("update app_user set notifications_enabled = false where full_name = 'Dayo Okafor'")
  const Users = (
    await portal.sql<{ id: string }>("select id from app_user where full_name like '%o%k%'")
  ).map(({ id }) => id)
  deans = (await ask(lists.create, { body: { Name: 'Deans', Site: siteId, Users } })).Id
})
afterAll(() => portal?.stop())

const sentence = (page: Page) => page.getByRole('region', { name: 'The subscription in one sentence' })
const path = (rest = '') => `${portal.url}/subscriptions?siteId=${siteId}${rest}`

const newBody = (Name: string) => ({
  Name,
  Site: siteId,
  Devices: 'All' as const,
  AlertTypes: [findAlertType('Vape')?.Id ?? ''],
  Lists: [deans],
})
const add = (name: string, change: object = {}) =>
  ask(subscriptions.create, { body: { ...newBody(name), ...change } })
const read = (id: string) => ask(subscriptions.get, { params: { id } })
const findByName = async (name: string) =>
  (await ask(subscriptions.list, { query: { search: name } })).Items?.find(({ Name }) => Name === name)

async function open(page: Page, address: string) {
  await haveSession(page, portal.url)
  await page.goto(address)
  await portalHeading(page).waitFor()
}

test('an empty page leads to the first subscription, which is read back as a sentence while it is made', async () => {
  const { page, faults } = await enter()
  await open(page, path())
  await page.getByRole('heading', { name: 'Nobody is notified yet' }).waitFor()
  await page.getByRole('button', { name: 'New subscription' }).last().click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Restrooms at night')
  await page.getByRole('button', { name: 'Remove All of North Hall' }).click()
  await page.getByRole('button', { name: 'Groups', exact: true }).click()
  await pick(page, 'Where', 'rest', /^All restrooms/)
  await pick(page, 'Alert types', 'vape', /^Vape/)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Nights' }).click()
  await pick(page, 'Tell', 'dea', /^Deans/)
  await page.keyboard.press('Escape')
  await page.getByText('Dayo Okafor is not told: notifications are off in the account.').waitFor()
  await sentence(page)
    .getByText('When Vape starts at All restrooms, every day 7 PM–7 AM the next morning, tell Deans.')
    .waitFor()
  await save(page)
  await row(page, 'Restrooms at night').getByText('1 of 2 can be reached').waitFor()
  expect(await findByName('Restrooms at night')).toMatchObject({
    Type: 'Groups',
    Groups: [{ Name: 'All restrooms' }],
    Devices: [],
    AlertTypes: [findAlertType('Vape')?.Id],
    StartTime: 19,
    EndTime: 7,
    Sunday: true,
    Lists: [{ Name: 'Deans' }],
  })
  expect(faults).toEqual([])
})

rare('errors are shown beside their fields, and what is entered is not lost by leaving', async () => {
  const { page } = await enter()
  await open(page, path('&add=true'))
  await page.getByRole('checkbox', { name: 'Alert starts' }).click()
  await save(page)
  await page.getByText('Please enter a name').waitFor()
  await page.getByRole('group', { name: 'Events' }).getByText('Please choose what to tell').waitFor()
  await page.getByText('Please choose at least one person or list').waitFor()
  await page.getByRole('textbox', { name: 'Name' }).fill('Nobody')
  await page.getByRole('checkbox', { name: 'Alert starts' }).click()
  await save(page)
  const tell = page.getByRole('combobox', { name: 'Tell', exact: true })
  await page.getByText('Please choose at least one person or list').waitFor()
  await expect.poll(() => tell.evaluate((one) => one.ownerDocument.activeElement === one)).toBe(true)
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Discard your changes?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'detached' })
  expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Nobody')
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('heading', { level: 1, name: 'Subscriptions' }).waitFor()
})

rare('a subscription is switched off and on again, paused, resumed and deleted from its row', async () => {
  const { Id } = await add('Locker rooms')
  const { page, faults } = await enter()
  await open(page, path())
  const one = row(page, 'Locker rooms')
  const toggle = one.getByRole('switch', { name: 'Locker rooms is on' })
  const menu = async (name: string) => {
    await one.getByRole('button', { name: 'More for Locker rooms' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await toggle.click()
  await one.getByText('Off', { exact: true }).waitFor()
  expect((await read(Id)).IsActive).toBe(false)
  await page.getByRole('button', { name: 'Undo' }).click()
  await one.getByText('Off', { exact: true }).waitFor({ state: 'detached' })
  expect((await read(Id)).IsActive).toBe(true)

  await menu('Pause…')
  const dialog = page.getByRole('dialog', { name: 'Pause Locker rooms' })
  await dialog.getByLabel('Until').fill('2020-01-01T10:00')
  await dialog.getByRole('button', { name: 'Pause', exact: true }).click()
  await dialog.getByText('Please choose a time in the future').waitFor()
  await dialog.getByLabel('Until').fill('2090-01-02T07:30')
  await dialog.getByRole('button', { name: 'Pause', exact: true }).click()
  await one.getByText('Paused until Mon, Jan 2, 2090, 7:30 AM').waitFor()
  expect((await read(Id)).PausedUntil).toBe('2090-01-02T13:30:00.000Z')
  await menu('Resume now')
  await one.getByText('Paused until').waitFor({ state: 'detached' })

  await menu('Delete…')
  await page
    .getByRole('dialog', { name: 'Delete Locker rooms?' })
    .getByRole('button', { name: 'Delete subscription' })
    .click()
  await page.getByText('Locker rooms was deleted').waitFor()
  await one.waitFor({ state: 'detached' })
  expect(await findByName('Locker rooms')).toBeUndefined()
  expect(faults).toEqual([])
})

rare('a subscription is changed by drawing its week and shows the change in its history', async () => {
  const { Id } = await add('Pool')
  const { page, faults } = await enter()
  await open(page, path(`&open=${Id}`))
  const end = page.getByRole('slider', { name: 'End of the window' })
  expect(await end.getAttribute('aria-valuetext')).toBe('7 PM')
  // Nothing has changed, so there is nothing to save.
  expect(await page.getByRole('button', { name: /^Save/ }).count()).toBe(0)
  const track = (day: number) => page.locator(`[data-day="${day}"]`)
  const at = async (day: number, hour: number) => {
    const box = await track(day).boundingBox()
    if (!box) throw new Error('the day is not shown')
    return [box.x + (box.width * hour) / 24, box.y + box.height / 2] as const
  }
  await track(0).scrollIntoViewIfNeeded()
  await page.mouse.move(...(await at(6, 9.1)))
  await page.mouse.down()
  await page.mouse.move(...(await at(6, 12)))
  await page.mouse.move(...(await at(0, 16.9)))
  await page.mouse.up()
  await sentence(page).getByText('Sat and Sun').waitFor()
  await sentence(page).getByText('9 AM–5 PM').waitFor()
  // A tap switches a day.
  await page.mouse.click(...(await at(5, 20)))
  await sentence(page).getByText('Fri to Sun').waitFor()
  await save(page)
  await row(page, 'Pool').getByText('9 AM–5 PM').waitFor()
  expect(await read(Id)).toMatchObject({ StartTime: 9, EndTime: 17, Friday: true, Monday: false })
  await row(page, 'Pool').getByRole('link', { name: 'Pool' }).click()
  const change = page
    .getByRole('region', { name: 'History' })
    .getByRole('listitem')
    .filter({ hasText: 'Subscription changed' })
  await change.first().waitFor()
  expect(await change.first().innerText()).toMatch(/End time\s+before:\s+7:00 PM\s+after:\s+5:00 PM/)
  expect(faults).toEqual([])
})

rare('a copy starts with the answers of the original and is saved as a subscription of its own', async () => {
  const { Id } = await add('Bus bays', { RemindAfter: 15, StartTime: 5, EndTime: 9 })
  const { page, faults } = await enter()
  await open(page, path())
  await row(page, 'Bus bays').getByRole('button', { name: 'More for Bus bays' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await expect.poll(() => page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Copy of Bus bays')
  await save(page)
  await row(page, 'Copy of Bus bays').waitFor()
  expect(await findByName('Copy of Bus bays')).toMatchObject({
    RemindAfter: 15,
    StartTime: 5,
    EndTime: 9,
    Lists: [{ Name: 'Deans' }],
  })
  expect((await read(Id)).Version).toBe(1)
  expect(faults).toEqual([])
})

rare('a subscription is made with the keyboard alone', async () => {
  const { page, faults } = await enter()
  await open(page, path('&add=true'))
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.focus()
  await page.keyboard.type('By keyboard')
  await page.getByRole('slider', { name: 'Start of the window' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Tab')
  await page.keyboard.press('PageUp')
  await page.keyboard.press('PageUp')
  await sentence(page).getByText('7:30 AM–1 AM the next morning').waitFor()
  await page.getByRole('button', { name: 'Saturday' }).focus()
  await page.keyboard.press('Space')
  await page.getByRole('combobox', { name: 'Tell', exact: true }).focus()
  await page.keyboard.type('Aino')
  await page.getByRole('option', { name: /^Aino Koski/ }).waitFor()
  // She comes before the list of which she is a member.
  await expect
    .poll(async () => (await page.getByRole('option').allInnerTexts()).map((text) => text.split('\n')[0]))
    .toEqual(['Aino Koski', 'Deans'])
  await page.keyboard.press('Enter')
  await sentence(page).getByText('Aino Koski').waitFor()
  // The first one closes the list, and the second one does nothing.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await name.focus()
  await page.keyboard.press('Enter')
  await row(page, 'By keyboard').waitFor()
  expect(await findByName('By keyboard')).toMatchObject({
    StartTime: 7.5,
    EndTime: 1,
    Saturday: true,
    Users: [{ FullName: 'Aino Koski' }],
  })
  expect(faults).toEqual([])
})

rare('several are switched off at once', async () => {
  const made = [await add('Bulk one'), await add('Bulk two')]
  const { page, faults } = await enter()
  await open(page, path('&search=Bulk'))
  await row(page, 'Bulk two').waitFor()
  await page.getByRole('checkbox', { name: 'Select all' }).click()
  await page.getByRole('button', { name: 'Turn off 2' }).click()
  await page.getByText('2 subscriptions turned off').waitFor()
  for (const { Id } of made) expect((await read(Id)).IsActive).toBe(false)
  expect(faults).toEqual([])
})

describe.each(screens)('at $width px', (screen) => {
  rare('the list, the week and the editor are accessible and fit the screen', async () => {
    const name = `Screen ${screen.width}`
    const { Id } = await add(name, { ...nightly, RemindAfter: 10 })
    const { page, faults } = await enter(screenOptions(screen))
    await open(page, path())
    await row(page, name).waitFor()
    await settle(page)
    const found = await look(page, 'subscriptions', screen)
    await page.goto(path('&view=day'))
    await page.getByRole('table', { name: 'Subscriptions by day' }).getByRole('link', { name }).waitFor()
    await settle(page)
    found.push(...(await look(page, 'subscriptions-by-day', screen)))
    await page.goto(path(`&open=${Id}`))
    await page.getByText('Dayo Okafor is not notified').waitFor()
    await settle(page)
    // Its text must stay readable under the pointer.
    await page.getByRole('button', { name: /^Save/ }).hover()
    found.push(...(await look(page, 'subscription-editor', screen)))
    expect([...found, ...faults]).toEqual([])
  })
})

const nightly = { StartTime: 20, EndTime: 6, Sunday: true, Saturday: true }
