import { rules } from '@eot/contract/rules'
import { sites } from '@eot/contract/sites'
import { users } from '@eot/contract/users'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Ask, signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { look, screenOptions, screens } from './src/look.ts'
import { makePerson } from './src/people.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { makeRoom } from './src/rooms.ts'
import { haveSession } from './src/screens.ts'

const visit = useBrowser()
let portal: TestPortal
let ask: Ask

beforeAll(async () => {
  portal = await startPortal()
  ask = await signInToApi(portal.url)
})
afterAll(() => portal?.stop())

/** A district with a campus and two rooms in a school of it. */
async function makeDistrict(name: string) {
  const add = async (Name: string, ParentSite?: string) =>
    (await ask(sites.create, { body: { Name, ...(ParentSite && { ParentSite }) } })).Id
  const district = await add(`${name} District`)
  const campus = await add(`${name} Campus`, district)
  const school = await add(`${name} School`, campus)
  const [room, other] = [await makeRoom(ask, 'Room 1', school), await makeRoom(ask, 'Room 2', school)]
  return { district, campus, school, room, other }
}

const row = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Alert rules' }).getByRole('listitem').filter({ hasText: name })
const vapeOf = async ({ id }: { id: string }) =>
  (await ask(rules.ofDevice, { params: { id } })).find(({ AlertType }) => AlertType === 'Vape')

test('an administrator sets a rule once for the district by keyboard, and a campus shows where it comes from', async () => {
  const { district, campus, room, other } = await makeDistrict('Northfield')
  await ask(rules.changeDevice, { params: { id: other.id }, body: { Rules: { Vape: { RaiseHold: 60 } } } })
  const { page, faults } = await visit()
  await haveSession(page, portal.url)
  await page.goto(`${portal.url}/site?siteId=${district}`)
  await row(page, 'Vape').getByText('2 devices').waitFor()
  await row(page, 'Vape').getByText('1 with its own values').waitFor()
  await page.getByRole('button', { name: 'Set here Vape' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.locator(':focus').inputValue()).toBe('50')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('35')
  await page.getByRole('button', { name: 'Save rule' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('Rule saved. Level: Site').waitFor()
  await row(page, 'Vape').getByText('set here').waitFor()
  await expect.poll(() => page.locator(':focus').innerText()).toContain('Change')
  for (const device of [room, other]) expect(await vapeOf(device)).toMatchObject({ RaiseLevel: 35 })
  expect(await vapeOf(other)).toMatchObject({ RaiseHold: 60 })

  await page.goto(`${portal.url}/site?siteId=${campus}`)
  await row(page, 'Vape').getByRole('link', { name: 'Northfield District' }).click()
  await page.waitForURL(`**/site?siteId=${district}`)
  await page.getByRole('button', { name: 'Change Vape' }).click()
  await page.getByRole('button', { name: 'Reset to inherited' }).click()
  await expect.poll(() => vapeOf(room)).toMatchObject({ RaiseLevel: 50, Source: 'System' })
  expect(faults).toEqual([])
})

test('a changed rule of a site is closed only after a question', async () => {
  const { district } = await makeDistrict('Orchard')
  const { page, faults } = await visit()
  await haveSession(page, portal.url)
  await page.goto(`${portal.url}/site?siteId=${district}`)
  await page.getByRole('button', { name: 'Set here Vape' }).click()
  await page.getByRole('textbox', { name: 'Raise at' }).fill('35')
  const close = page.getByRole('button', { name: 'Close Vape' })
  const question = page.getByRole('dialog', { name: 'Discard your changes?' })
  await close.click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await page.getByRole('textbox', { name: 'Raise at' }).inputValue()).toBe('35')
  await close.click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('button', { name: 'Set here Vape' }).click()
  await expect.poll(() => page.getByRole('textbox', { name: 'Raise at' }).inputValue()).toBe('50')
  await close.click()
  await close.waitFor({ state: 'detached' })
  expect(await question.count()).toBe(0)
  expect(faults).toEqual([])
})

test('rules of a site are shown and entered in the unit of the reader', async () => {
  const { district, room } = await makeDistrict('Imperial')
  const reader = await makePerson(portal, { name: 'Imperial Manager', role: 'System Administrator' })
  const asReader = await signInToApi(portal.url, reader)
  const { Id } = await asReader(users.me, {})
  await asReader(users.update, { params: { id: Id }, body: { Settings: { Measurement: 'Imperial' } } })
  const { page, faults } = await visit()
  await haveSession(page, portal.url, reader)
  await page.goto(`${portal.url}/site?siteId=${district}`)
  await row(page, 'Temperature high').getByText('at 86.0 °F or more').waitFor()
  await page.getByRole('button', { name: 'Set here Temperature high' }).click()
  await page.getByRole('textbox', { name: 'Raise at' }).fill('77')
  await page.getByRole('button', { name: 'Save rule' }).click()
  await row(page, 'Temperature high').getByText('at 77.0 °F or more').waitFor()
  const all = await ask(rules.ofDevice, { params: { id: room.id } })
  expect(all.find(({ AlertType }) => AlertType === 'Temperature')).toMatchObject({ RaiseLevel: 25 })
  expect(faults).toEqual([])
})

describe.each(screens)('at $width px', (screen) => {
  test('the rules of a site are accessible and fit the screen', async () => {
    const { district } = await makeDistrict(`Screen ${screen.width}`)
    const { page, faults } = await visit(screenOptions(screen))
    await haveSession(page, portal.url)
    await page.goto(`${portal.url}/site?siteId=${district}`)
    await page.getByRole('button', { name: 'Set here Vape' }).click()
    await page.getByRole('button', { name: 'Save rule' }).waitFor()
    expect(await look(page, 'site-rules', screen)).toEqual([])
    expect(faults).toEqual([])
  })
})
