import { sites } from '@eot/contract/sites'
import { systemMessages } from '@eot/contract/system-messages'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { look, screenOptions, screens, settle } from './src/look.ts'
import { makePerson, type Person } from './src/people.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { navigate, signIn } from './src/screens.ts'

const visit = useBrowser()
let portal: TestPortal
let as: Awaited<ReturnType<typeof signInToApi>>
let viewer: Person

beforeAll(async () => {
  portal = await startPortal()
  as = await signInToApi(portal.url)
  viewer = await makePerson(portal, { name: 'Vera Viewer', role: 'Viewer' })
})
afterAll(() => portal?.stop())

const publish = (Title: string, rest: object = {}) => as(systemMessages.create, { body: { Title, ...rest } })
const remove = (id: string) => as(systemMessages.remove, { params: { id } })
const banners = (page: Page) => page.getByRole('region', { name: 'Messages from administrators' })
const banner = (page: Page, title: string) => banners(page).getByText(title, { exact: true })
const appears = (page: Page, title: string) => banner(page, title).waitFor({ timeout: 60_000 })
const disappears = (page: Page, title: string) =>
  banner(page, title).waitFor({ state: 'detached', timeout: 60_000 })

test('a message appears above the page when it is published, changes with it and goes when it is deleted', async () => {
  const { page, faults } = await visit()
  await signIn(page, portal.url, viewer)
  const { Id } = await publish('Drill at noon')
  await appears(page, 'Drill at noon')
  await navigate(page, 'DEVICES')
  await appears(page, 'Drill at noon')
  await as(systemMessages.update, {
    params: { id: Id },
    body: { Title: 'Drill at one', Severity: 'Serious' },
  })
  await appears(page, 'Drill at one')
  await remove(Id)
  await disappears(page, 'Drill at one')
  expect(faults).toEqual([])
})

test('the buttons of a drawer stay in the window while a message is shown above the page', async () => {
  const { Id } = await publish('Above the page')
  const { page, faults } = await visit({ viewport: { width: 1440, height: 900 } })
  await signIn(page, portal.url)
  await navigate(page, 'SITE')
  await navigate(page, 'SUB SITES')
  await appears(page, 'Above the page')
  await page.getByRole('button', { name: 'Add sub-site' }).first().click()
  const cancel = page.getByRole('button', { name: 'Cancel' })
  const bottom = async () => {
    const box = await cancel.boundingBox()
    return box ? box.y + box.height : undefined
  }
  await expect.poll(bottom).toBeLessThan(900)
  await remove(Id)
  await disappears(page, 'Above the page')
  await expect.poll(bottom).toBeLessThan(900)
  expect(faults).toEqual([])
})

test('a message appears when its time begins and goes when it ends, without a reload', async () => {
  const { page, faults } = await visit()
  await signIn(page, portal.url, viewer)
  const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
  const { Id } = await publish('Shortly', { StartAt: at(4), EndAt: at(9) })
  await appears(page, 'Shortly')
  await disappears(page, 'Shortly')
  await remove(Id)
  expect(faults).toEqual([])
})

test('a dismissed message stays away after a reload until it is shown again; a critical one cannot be dismissed', async () => {
  const { page, faults } = await visit()
  const [info, critical] = [await publish('Survey'), await publish('Evacuate', { Severity: 'Critical' })]
  await signIn(page, portal.url, viewer)
  await appears(page, 'Survey')
  expect(await banners(page).getByRole('button').count()).toBe(1)
  await banners(page).getByRole('button', { name: 'Dismiss “Survey”' }).click()
  await disappears(page, 'Survey')
  await page.goto(`${portal.url}/announcements`)
  await appears(page, 'Evacuate')
  expect(await banner(page, 'Survey').count()).toBe(0)
  await page.getByText('dismissed by you', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Show “Survey” again' }).click()
  await appears(page, 'Survey')
  for (const { Id } of [info, critical]) await remove(Id)
  expect(faults).toEqual([])
})

test('an administrator writes a draft, publishes it for one role, and only its people see it', async () => {
  const { page, faults } = await visit()
  const reader = await visit()
  await signIn(reader.page, portal.url, viewer)
  await signIn(page, portal.url)
  await page.goto(`${portal.url}/admin/system-messages`)
  await page.getByRole('button', { name: 'Add message' }).first().click()
  const form = page.locator('form')
  await form.getByLabel('Title', { exact: true }).fill('For viewers')
  await form.getByLabel('Text', { exact: true }).fill('Only they see this.')
  await form.getByRole('button', { name: 'Caution' }).click()
  await form.getByRole('checkbox', { name: /Viewer/ }).check()
  await form.getByText('1 of 2 people').waitFor()
  await form.getByRole('checkbox', { name: /Published/ }).uncheck()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByRole('main').getByText('Draft', { exact: true }).waitFor()
  expect(await banner(reader.page, 'For viewers').count()).toBe(0)

  await page.getByRole('link', { name: 'For viewers' }).click()
  await form.getByRole('checkbox', { name: /Published/ }).check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.locator('[data-row]', { hasText: 'For viewers' }).getByText('Shown now').waitFor()
  await appears(reader.page, 'For viewers')
  expect(await banner(page, 'For viewers').count()).toBe(0)

  await page.getByRole('link', { name: 'For viewers' }).click()
  await page.getByRole('button', { name: 'Delete message' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete message' }).last().click()
  await disappears(reader.page, 'For viewers')
  expect([...faults, ...reader.faults]).toEqual([])
})

test('a new message is for the site that is being looked at', async () => {
  const { Id } = await as(sites.create, { body: { Name: 'Pool Building' } })
  const { page, faults } = await visit()
  await signIn(page, portal.url)
  await page.goto(`${portal.url}/admin/system-messages?siteId=${Id}&add=true`)
  const chosen = page.getByRole('list', { name: 'Sites' }).getByRole('listitem')
  await chosen.first().waitFor()
  expect(await chosen.allInnerTexts()).toEqual([expect.stringContaining('Pool Building')])
  await page.locator('form').getByLabel('Title', { exact: true }).fill('No swimming today')
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('“No swimming today” was saved').waitFor()
  const stored = await as(systemMessages.list, { query: { search: 'No swimming' } })
  expect(stored.Items).toMatchObject([{ Title: 'No swimming today', Sites: [{ Id }] }])
  for (const message of stored.Items ?? []) await remove(message.Id)
  expect(faults).toEqual([])
})

test('an end before the start is reported at the field', async () => {
  const { page } = await visit()
  await signIn(page, portal.url)
  await page.goto(`${portal.url}/admin/system-messages?add=true`)
  const form = page.locator('form')
  await form.getByLabel('Title', { exact: true }).fill('Backwards')
  await form.getByLabel('Starts').fill('2026-11-20T10:00')
  await form.getByLabel('Ends').fill('2026-11-20T09:00')
  await page.getByRole('button', { name: 'Publish' }).click()
  await form.getByText('Must be after the start').waitFor()
  expect(await form.getByLabel('Ends').getAttribute('aria-invalid')).toBe('true')
})

test.each(screens)('the pages are accessible and fit the screen at $width px', async (screen) => {
  const { page, faults } = await visit(screenOptions(screen))
  const day = 86_400_000
  const at = (days: number) => new Date(Date.now() + days * day).toISOString()
  const made = [
    await publish('Planned maintenance', { Severity: 'Caution', Description: 'Saturday, 2 AM to 2:30 AM.' }),
    await publish('Text messages late', {
      Severity: 'Serious',
      Description: 'Our provider reports delays of up to 20 minutes. Email is not affected.',
    }),
    await publish('Evacuation drill', { Severity: 'Critical', EndAt: at(1) }),
    await publish('Reports name their time zone', { StartAt: at(-9), EndAt: at(-2) }),
    await publish('Winter timetable', { IsActive: false }),
  ]
  await signIn(page, portal.url)
  await appears(page, 'Evacuation drill')
  const found: string[] = []
  for (const [name, path] of [
    ['announcements', '/announcements'],
    ['system-messages', '/admin/system-messages'],
    ['system-message', `/admin/system-messages?open=${made[1]?.Id}`],
  ] as const) {
    await page.goto(portal.url + path)
    await page.getByText('Planned maintenance').first().waitFor()
    if (name === 'system-message') await page.getByText('Who will see it').last().waitFor()
    await settle(page)
    found.push(...(await look(page, name, screen)))
  }
  for (const { Id } of made) await remove(Id)
  expect([...found, ...faults]).toEqual([])
})
