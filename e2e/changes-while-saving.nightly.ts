import { forecast } from '@eot/contract/forecast'
import { sites } from '@eot/contract/sites'
import { users } from '@eot/contract/users'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Ask, signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { makePerson } from './src/people.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { haveSession } from './src/screens.ts'

const visit = useBrowser()
let portal: TestPortal
let ask: Ask

beforeAll(async () => {
  portal = await startPortal()
  ask = await signInToApi(portal.url)
})
afterAll(() => portal?.stop())

async function open(path: string) {
  const visited = await visit()
  await haveSession(visited.page, portal.url)
  await visited.page.goto(`${portal.url}${path}`)
  return visited
}

/** Holds the next request of this kind until it is released. */
async function holdNext(page: Page, method: string, path: string) {
  const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let isHeld = false
  await page.route(`**/api${path}`, async (route) => {
    if (isHeld || route.request().method() !== method) return route.fallback()
    isHeld = true
    arrived.resolve()
    await released.promise
    await route.continue()
  })
  return { arrived: arrived.promise, release: released.resolve }
}

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('what is typed into the settings of a site while they are saved stays, to be saved next', async () => {
  const { Id } = await ask(sites.create, { body: { Name: 'Typed School' } })
  const { page, faults } = await open(`/site?siteId=${Id}`)
  await field(page, 'City').fill('Duluth')
  const save = await holdNext(page, 'PUT', `/sites/${Id}`)
  await button(page, 'Save').click()
  await save.arrived
  await field(page, 'Country').fill('Canada')
  save.release()
  await page.getByText('Typed School was saved').waitFor()
  expect(await field(page, 'Country').inputValue()).toBe('Canada')
  await button(page, 'Save').click()
  await page.getByText(/^Not saved/).waitFor({ state: 'detached' })
  expect(await ask(sites.get, { params: { id: Id } })).toMatchObject({ City: 'Duluth', Country: 'Canada' })
  expect(faults).toEqual([])
})

test('a drawer stays open with what was typed while it was saved, and closes after the next save', async () => {
  const { name } = await makePerson(portal, { name: 'Dayo Okafor', role: 'Site Staff' })
  const [row] = await portal.sql<{ id: string }>('select id from app_user where full_name = $1', [name])
  const id = row?.id ?? ''
  const { page, faults } = await open(`/users?user=${id}`)
  await field(page, 'Job title').fill('Hall monitor')
  const save = await holdNext(page, 'PUT', `/users/${id}`)
  await button(page, 'Save').click()
  await save.arrived
  await field(page, 'Full name').fill('Dayo Adeyemi')
  save.release()
  await page.getByText('Dayo Okafor was saved').waitFor()
  expect(await field(page, 'Full name').inputValue()).toBe('Dayo Adeyemi')
  await button(page, 'Save').click()
  await page.getByText('Dayo Adeyemi was saved').waitFor()
  await field(page, 'Full name').waitFor({ state: 'detached' })
  expect(await ask(users.get, { params: { id } })).toMatchObject({
    FullName: 'Dayo Adeyemi',
    UserTitle: 'Hall monitor',
  })
  expect(faults).toEqual([])
})

test('the form of a new record takes no input while the record is created', async () => {
  const { page, faults } = await open('/site/sub-sites?add=true')
  await field(page, 'Name').fill('First School')
  const creation = await holdNext(page, 'POST', '/sites')
  await button(page, 'Add sub-site').last().click()
  await creation.arrived
  await field(page, 'Name').fill('Second School')
  expect(await field(page, 'Name').inputValue()).toBe('First School')
  creation.release()
  await page.getByText('First School was added').waitFor()
  await field(page, 'Name').waitFor({ state: 'detached' })
  expect(faults).toEqual([])
})

test('a form that was opened while the former one was still sent is left alone by it', async () => {
  const { page, faults } = await open('/site/sub-sites?add=true')
  await field(page, 'Name').fill('Former School')
  const creation = await holdNext(page, 'POST', '/sites')
  await button(page, 'Add sub-site').last().click()
  await creation.arrived
  await button(page, 'Cancel').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await field(page, 'Name').waitFor({ state: 'detached' })
  await button(page, 'Add sub-site').click()
  await field(page, 'Name').fill('Next School')
  creation.release()
  await page.getByText('Former School was added').waitFor()
  expect(await page.getByRole('dialog', { name: 'Discard your changes?' }).count()).toBe(0)
  expect(await field(page, 'Name').inputValue()).toBe('Next School')
  expect(faults).toEqual([])
})

test('a rule is closed only after a question while it is saved, and the save closes no other rule', async () => {
  const { Id } = await ask(sites.create, { body: { Name: 'Ruled School' } })
  const { page, faults } = await open(`/site?siteId=${Id}`)
  await button(page, 'Set here Vape').click()
  await field(page, 'Raise at').fill('35')
  const save = await holdNext(page, 'PUT', `/sites/${Id}/rules`)
  await button(page, 'Save rule').click()
  await save.arrived
  await button(page, 'Close Vape').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await button(page, 'Set here Sound').click()
  await field(page, 'Raise at').fill('95')
  save.release()
  await page.getByText(/^Rule saved/).waitFor()
  expect(await field(page, 'Raise at').inputValue()).toBe('95')
  expect(faults).toEqual([])
})

test('a closed day that is typed while the former one is saved stays in the form', async () => {
  const { Id } = await ask(sites.create, { body: { Name: 'Closed School' } })
  const { page, faults } = await open(`/forecast?siteId=${Id}`)
  const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  await page.getByLabel('Date').fill(dayIn(3))
  await field(page, 'Name').fill('Staff day')
  const save = await holdNext(page, 'PUT', `/sites/${Id}/closeddays`)
  await button(page, 'Add').click()
  await save.arrived
  await page.getByLabel('Date').fill(dayIn(4))
  await field(page, 'Name').fill('Exams')
  save.release()
  await page.getByText('Staff day').waitFor()
  await button(page, 'Add').click()
  await page.getByText('Exams').waitFor()
  expect((await ask(forecast.closedDays, { params: { id: Id } })).Days).toEqual([
    { Date: dayIn(3), Name: 'Staff day' },
    { Date: dayIn(4), Name: 'Exams' },
  ])
  expect(await field(page, 'Name').inputValue()).toBe('')
  expect(faults).toEqual([])
})
