import { devices } from '@eot/contract/devices'
import { rules } from '@eot/contract/rules'
import type { RuleOverrides } from '@eot/contract/settings'
import { sites } from '@eot/contract/sites'
import { users } from '@eot/contract/users'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Ask, signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { listPageFaults } from './src/page-faults.ts'
import { makePerson } from './src/people.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { makeRoom } from './src/rooms.ts'
import { haveSession } from './src/screens.ts'

const visit = useBrowser()
let portal: TestPortal
let ask: Ask
/** As another administrator. */
let askAsMaria: Ask

beforeAll(async () => {
  portal = await startPortal()
  ask = await signInToApi(portal.url)
  const maria = await makePerson(portal, { name: 'Maria Reyes', role: 'System Administrator' })
  askAsMaria = await signInToApi(portal.url, maria)
})
afterAll(() => portal?.stop())

/** A room of a school of a district, with the editor of its rule for vape open. */
async function openVapeRule(name: string) {
  const district = (await ask(sites.create, { body: { Name: `${name} District` } })).Id
  const school = (await ask(sites.create, { body: { Name: `${name} School`, ParentSite: district } })).Id
  const [room, other] = [await makeRoom(ask, 'Room 1', school), await makeRoom(ask, 'Room 2', school)]
  const visited = await visit()
  await haveSession(visited.page, portal.url)
  await visited.page.goto(`${portal.url}/devices?siteId=${district}&deviceId=${room.id}`)
  await visited.page.getByRole('button', { name: 'Set here Vape' }).click()
  await saveButton(visited.page).waitFor()
  const set = (
    endpoint: typeof rules.changeSite | typeof rules.changeDevice | typeof rules.changeModel,
    id: string,
    Rules: RuleOverrides,
  ) => askAsMaria(endpoint as typeof rules.changeDevice, { params: { id }, body: { Rules } }) // the answer is not used
  return { ...visited, district, school, room, other, set }
}

const saveButton = (page: Page) => page.getByRole('button', { name: 'Save rule' })
const raiseField = (page: Page) => page.getByRole('textbox', { name: 'Raise at' })
const conflict = (page: Page) => page.getByRole('dialog', { name: /^Maria Reyes changed this/ })
/** The console reports the 409 response. */
const unexpected = (faults: string[]) => faults.filter((fault) => !fault.includes('409'))

async function chooseLevel(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: 'Save for' }).click()
  await page.getByRole('option', { name }).click()
}

/** What the device itself sets of its rule for vape. */
const ownVapeOf = async (room: { id: string }) =>
  (await vapeOf(room))?.Levels.find(({ Level }) => Level === 'Device')?.Values

const modelOf = async ({ id }: { id: string }) => (await ask(devices.get, { params: { id } })).Model.Id

async function vapeOf({ id }: { id: string }) {
  const all = await ask(rules.ofDevice, { params: { id } })
  return all.find(({ AlertType }) => AlertType === 'Vape')
}

test('a rule is set for all schools of a district, and inherited again', async () => {
  const { page, faults, room, other } = await openVapeRule('Northfield')
  await raiseField(page).fill('35')
  await chooseLevel(page, 'Site Northfield District')
  await saveButton(page).click()
  await page.getByText('Rule saved. Level: Site').waitFor()
  for (const device of [room, other])
    expect(await vapeOf(device)).toMatchObject({ RaiseLevel: 35, Source: 'Site' })

  await page.getByRole('button', { name: 'Set here Vape' }).click()
  expect(await page.getByRole('button', { name: 'Reset to inherited' }).count()).toBe(0)
  await chooseLevel(page, 'Site Northfield District')
  await page.getByRole('button', { name: 'Reset to inherited' }).click()
  await expect.poll(() => vapeOf(room)).toMatchObject({ RaiseLevel: 50, Source: 'System' })
  expect(faults).toEqual([])
})

test('whoever sets a rule for a district is told of the school that keeps its own', async () => {
  const { page, school, set } = await openVapeRule('Lakeview')
  await set(rules.changeSite, school, { Vape: { RaiseLevel: 44 } })
  await page.reload()
  await page.getByRole('button', { name: 'Set here Vape' }).click()
  await chooseLevel(page, 'Site Lakeview District')
  await page.getByText('Lakeview School sets its own value, which still applies to this device.').waitFor()
})

test('a changed rule is closed, for another one or for good, only after a question', async () => {
  const { page, faults } = await openVapeRule('Orchard')
  const question = page.getByRole('dialog', { name: 'Discard your changes?' })
  await raiseField(page).fill('35')
  await page.getByRole('button', { name: 'Close Vape' }).click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Set here CO₂ (estimated) high' }).click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await raiseField(page).inputValue()).toBe('35')
  await page.getByRole('button', { name: 'Set here CO₂ (estimated) high' }).click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('button', { name: 'Close CO₂ (estimated) high' }).click()
  await saveButton(page).waitFor({ state: 'detached' })
  expect(await question.count()).toBe(0)
  expect(faults).toEqual([])
})

test('whoever saves a rule second sees who changed it to what, and chooses', async () => {
  const { page, faults, room, set } = await openVapeRule('Riverside')
  await raiseField(page).fill('35')
  await set(rules.changeDevice, room.id, { Vape: { RaiseLevel: 70, ClearLevel: 60 } })
  const vape = page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: 'Vape', exact: true }) })
  await vape.getByText('70', { exact: true }).waitFor()
  expect(await raiseField(page).inputValue()).toBe('35')
  await saveButton(page).click()
  await conflict(page).getByRole('radio', { name: 'Raise at, Yours: 35' }).waitFor()
  expect(await listPageFaults(page)).toEqual([])
  await conflict(page).getByRole('radio', { name: 'Raise at, Yours: 35' }).click()
  await conflict(page)
    .getByRole('radio', { name: /^Clear below, Yours/ })
    .click()
  await conflict(page).getByRole('button', { name: 'Save these values' }).click()
  await page.getByText('Rule saved. Level: Device').waitFor()
  expect(await vapeOf(room)).toMatchObject({ RaiseLevel: 35 })
  expect(unexpected(faults)).toEqual([])
})

test('a rule is saved although another rule of the device was changed meanwhile, and both are kept', async () => {
  const { page, faults, room, set } = await openVapeRule('Hillcrest')
  await raiseField(page).fill('35')
  await set(rules.changeDevice, room.id, { ECO2: { RaiseLevel: 1500 } })
  await saveButton(page).click()
  await page.getByText('Rule saved. Level: Device').waitFor()
  const all = await ask(rules.ofDevice, { params: { id: room.id } })
  expect(all.filter(({ Source }) => Source === 'Device').map(({ AlertType }) => AlertType)).toEqual(
    expect.arrayContaining(['Vape', 'ECO2']),
  )
  expect(unexpected(faults)).toEqual([])
})

test('fields of a rule that the form does not show are kept', async () => {
  const { page, room, set } = await openVapeRule('Meadow')
  await set(rules.changeDevice, room.id, { Vape: { Cooldown: 900 } })
  await page.reload()
  await page.getByRole('button', { name: 'Change Vape' }).click()
  await raiseField(page).fill('35')
  await saveButton(page).click()
  await page.getByText('Rule saved. Level: Device').waitFor()
  expect(await vapeOf(room)).toMatchObject({ RaiseLevel: 35, Cooldown: 900 })
})

test('a level is read as the portal shows numbers, and one that could be meant otherwise is refused', async () => {
  const { page, faults, room } = await openVapeRule('Prairie')
  await page.getByRole('button', { name: 'Close Vape' }).click()
  await page.getByRole('button', { name: 'Set here CO₂ (estimated) high' }).click()
  await raiseField(page).fill('1,2')
  await page.getByText('Please enter a number such as 1,234.5').waitFor()
  expect(await saveButton(page).isDisabled()).toBe(true)
  await raiseField(page).fill('1,200')
  await page.getByRole('heading', { name: /at 1,200$/ }).waitFor()
  await saveButton(page).click()
  await page.getByText('Rule saved. Level: Device').waitFor()
  const all = await ask(rules.ofDevice, { params: { id: room.id } })
  expect(all.find(({ AlertType }) => AlertType === 'ECO2')).toMatchObject({ RaiseLevel: 1200 })
  expect(faults).toEqual([])
})

test('a changed hold leaves the levels to those above, whose later change still applies', async () => {
  const { page, faults, room, district, set } = await openVapeRule('Cedar')
  await page.getByRole('combobox', { name: 'Hold' }).click()
  await page.getByRole('option', { name: '1 min', exact: true }).click()
  await saveButton(page).click()
  await page.getByText('Rule saved. Level: Device').waitFor()
  expect(await ownVapeOf(room)).toEqual({ RaiseHold: 60 })
  await set(rules.changeSite, district, { Vape: { RaiseLevel: 35 } })
  expect(await vapeOf(room)).toMatchObject({ RaiseLevel: 35, RaiseHold: 60 })
  expect(faults).toEqual([])
})

test('a rule saved for a model says which site still overrules it, with the way there', async () => {
  const { page, school, room, set, faults } = await openVapeRule('Aspen')
  await set(rules.changeSite, school, { Vape: { RaiseLevel: 44, ClearLevel: 40 } })
  await set(rules.changeDevice, room.id, { Vape: { Cooldown: 7 } })
  await page.reload()
  await page.getByRole('button', { name: 'Change Vape' }).click()
  await raiseField(page).fill('61')
  await chooseLevel(page, /^Model /)
  await saveButton(page).click()
  await page.getByText('Rule saved. Level: Model').waitFor()
  const note = page
    .getByRole('status')
    .filter({ hasText: 'Aspen School sets its own value, which still applies' })
  await note.waitFor()
  expect(await vapeOf(room)).toMatchObject({ RaiseLevel: 44, Cooldown: 7 })
  await note.getByRole('link', { name: 'Rules of Aspen School' }).click()
  await page.waitForURL(`**/site?siteId=${school}*`)
  await set(rules.changeModel, await modelOf(room), { Vape: {} })
  expect(faults).toEqual([])
})

test('a level out of range is refused beside its field, with bounds in the unit of the reader', async () => {
  const { email, password } = await makePerson(portal, {
    name: 'Imperial Reader',
    role: 'System Administrator',
  })
  const asReader = await signInToApi(portal.url, { email, password })
  const { Id } = await asReader(users.me, {})
  await asReader(users.update, { params: { id: Id }, body: { Settings: { Measurement: 'Imperial' } } })
  const room = await makeRoom(
    ask,
    'Warm Room',
    (await ask(sites.create, { body: { Name: 'Warm School' } })).Id,
  )
  const { page, faults } = await visit()
  await haveSession(page, portal.url, { email, password })
  await page.goto(`${portal.url}/devices?deviceId=${room.id}`)
  await page.getByRole('button', { name: 'Set here Temperature high' }).click()
  await raiseField(page).fill('4000')
  await page.getByText('Please enter a value from −76.0 to 302.0 °F').waitFor()
  expect(await saveButton(page).isDisabled()).toBe(true)
  await raiseField(page).fill('302')
  await page.getByText('Please enter a value').waitFor({ state: 'detached' })
  expect(faults).toEqual([])
})
