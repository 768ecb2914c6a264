import { groups } from '@eot/contract/device-groups'
import { devices } from '@eot/contract/devices'
import { rules } from '@eot/contract/rules'
import { sites } from '@eot/contract/sites'
import { systemMessages } from '@eot/contract/system-messages'
import { lists } from '@eot/contract/user-lists'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
let siteId: string
let deviceId: string

beforeAll(async () => {
  portal = await startPortal()
  ask = await signInToApi(portal.url)
  siteId = (await ask(sites.create, { body: { Name: 'Lincoln School' } })).Id
  deviceId = (await makeRoom(ask, 'Restroom 2F', siteId)).id
  const Rules = { Vape: { RaiseLevel: 70 } }
  await ask(rules.changeDevice, { params: { id: deviceId }, body: { Rules } })
  await ask(devices.update, { params: { id: deviceId }, body: { Settings: { ReportInterval: 90 } } })
})
afterAll(() => portal?.stop())

const history = (page: Page) => page.getByRole('region', { name: 'History' })
const entry = (page: Page, action: string) =>
  history(page).getByRole('listitem').filter({ hasText: action }).first()
const devicePage = () => `${portal.url}/devices?siteId=${siteId}&deviceId=${deviceId}`

test('the page of a site shows a change with its values before and after as soon as it is saved', async () => {
  const { page, faults } = await visit()
  await haveSession(page, portal.url)
  await page.goto(`${portal.url}/site?siteId=${siteId}`)
  await entry(page, 'Site created').waitFor()
  await page.getByRole('textbox', { name: 'City' }).fill('Springfield')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const change = entry(page, 'Site changed')
  await change.getByText('Springfield').waitFor()
  expect(await change.innerText()).toMatch(/City\s+before:\s+none\s+after:\s+Springfield/)
  await change.getByText(/System Administrator, from/).waitFor()
  expect(faults).toEqual([])
})

test('the page of a device shows what became of its rules and settings, in words', async () => {
  const { page, faults } = await visit()
  await haveSession(page, portal.url)
  await page.goto(devicePage())
  const rule = entry(page, 'Alert rules changed')
  await rule.waitFor()
  expect(await rule.innerText()).toMatch(/Vape, raise at\s+before:\s+inherited\s+after:\s+70/)
  expect(await entry(page, 'Device changed').innerText()).toMatch(
    /Report interval\s+before:\s+none\s+after:\s+1 min 30 s/,
  )
  await entry(page, 'Device created').waitFor()
  expect(faults).toEqual([])
})

test('a move is undone from the history of the device', async () => {
  const room = await makeRoom(ask, 'Gym', siteId)
  const other = await ask(sites.create, { body: { Name: 'Roosevelt School' } })
  await ask(devices.update, { params: { id: room.id }, body: { SiteId: other.Id } })
  const { page, faults } = await visit()
  await haveSession(page, portal.url)
  await page.goto(`${portal.url}/devices?siteId=${other.Id}&deviceId=${room.id}`)
  await history(page).getByRole('button', { name: 'Move back to Lincoln School' }).click()
  await page.getByText('Moved back to Lincoln School').waitFor()
  const moved = await ask(devices.get, { params: { id: room.id } })
  expect(moved.Site?.Id).toBe(siteId)
  expect(faults).toEqual([])
})

test('the drawers of device groups, user lists and system messages show who added and changed them', async () => {
  const group = await ask(groups.create, { body: { Name: 'Restrooms', Devices: [deviceId] } })
  await ask(groups.update, { params: { id: group.Id }, body: { Name: 'All restrooms' } })
  const list = await ask(lists.create, { body: { Name: 'Nurses' } })
  const message = await ask(systemMessages.create, { body: { Title: 'Update tonight' } })
  const { page, faults } = await visit()
  await haveSession(page, portal.url)
  for (const [path, action, change] of [
    [
      `/site/device-groups?open=${group.Id}`,
      'Device group changed',
      /Name\s+before:\s+Restrooms\s+after:\s+All restrooms/,
    ],
    [`/site/user-lists?open=${list.Id}`, 'User list added', /Name Nurses/],
    [`/admin/system-messages?open=${message.Id}`, 'System message added', /Title Update tonight/],
  ] as const) {
    await page.goto(portal.url + path)
    await entry(page, action).waitFor()
    expect(await entry(page, action).innerText()).toMatch(change)
  }
  expect(faults).toEqual([])
})

test('users who may not read the history see no history on the page of a device', async () => {
  const { page, faults } = await visit()
  await signIn(page, portal.url, await makePerson(portal, { name: 'Max Manager', role: 'Site Manager' }))
  await page.goto(devicePage())
  await page.getByRole('heading', { name: 'Alert rules' }).waitFor()
  await settle(page)
  expect(await history(page).count()).toBe(0)
  expect(faults).toEqual([])
})

describe.each(screens)('at $width px', (screen) => {
  test('the pages of a site and a device with their history are accessible and fit the screen', async () => {
    const { page, faults } = await visit(screenOptions(screen))
    await haveSession(page, portal.url)
    const found: string[] = []
    for (const [name, url] of [
      ['site-history', `${portal.url}/site?siteId=${siteId}`],
      ['device-history', devicePage()],
    ] as const) {
      await page.goto(url)
      await history(page).getByRole('listitem').first().waitFor()
      await settle(page)
      found.push(...(await look(page, name, screen)))
    }
    expect([...found, ...faults]).toEqual([])
  })
})
