import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { useBrowser } from './src/browser.ts'
import { type FurnishedSchool, furnishSchool } from './src/furnished-school.ts'
import { listPageFaults } from './src/page-faults.ts'
import { makePerson } from './src/people.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { rare } from './src/rare.ts'
import { haveSession } from './src/screens.ts'

const visit = useBrowser()
let portal: TestPortal
let school: FurnishedSchool

beforeAll(async () => {
  portal = await startPortal()
  school = await furnishSchool(portal)
  const person = await makePerson(portal, {
    name: 'Mia Mail',
    role: 'Viewer',
    site: 'Northfield High School',
  })
  await fetch(`${portal.url}/api/auth/reset`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ Email: person.email }),
  })
  await vi.waitFor(async () => expect(await portal.sql('select id from message')).toHaveLength(1), 60_000)
})
afterAll(() => portal?.stop())

const rows = (page: Page) => page.getByRole('main').locator('[data-row]')
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name })

rare.each([
  ['alerts', '/alerts'],
  ['devices', '/devices'],
  ['sub-sites', '/site/sub-sites'],
  ['the email log', '/admin/notifications'],
])(
  'the list of %s offers a way back from a search without matches and from a page past its end',
  async (_name, path) => {
    const { page, faults } = await visit()
    await haveSession(page, portal.url)
    await page.goto(`${portal.url}${path}?siteId=${school.siteId}&page=9`)
    await button(page, 'First page').click()
    await rows(page).first().waitFor()
    await page.getByRole('main').getByRole('searchbox').fill('no such row')
    await button(page, 'Clear filters').click()
    await rows(page).first().waitFor()
    await expect.poll(() => page.getByRole('main').getByRole('searchbox').inputValue()).toBe('')
    expect(faults).toEqual([])
  },
)

rare('whoever pauses between two words of a search keeps the space between them', async () => {
  const { page, faults } = await visit()
  await haveSession(page, portal.url)
  await page.goto(`${portal.url}/devices?siteId=${school.siteId}`)
  await rows(page).first().waitFor()
  const box = page.getByRole('main').getByRole('searchbox')
  const searched = page.waitForRequest(/[?&]search=north(&|$)/)
  await box.pressSequentially('north ')
  await searched
  await box.pressSequentially('hall')
  expect(await box.inputValue()).toBe('north hall')
  await page.waitForURL(/search=north(\+|%20)hall/)
  expect(faults).toEqual([])
})

rare.each([
  ['/admin/system-messages?add=true', 'System messages', 'Add message'],
  ['/devices?add=true', 'Devices', 'Add device'],
])(
  'at %s the title stays on one line and no action is hidden behind the open drawer',
  async (path, title, action) => {
    const { page, faults } = await visit()
    await haveSession(page, portal.url)
    await page.goto(portal.url + path)
    const drawer = page.locator('aside.drawer')
    await drawer.waitFor()
    const heading = page.getByRole('heading', { level: 1, name: title })
    expect((await heading.boundingBox())?.height).toBeLessThan(40)
    const add = page.locator('.page-head').getByRole('button', { name: action, exact: true })
    const [shown, covering] = [await add.boundingBox(), await drawer.boundingBox()]
    expect((shown?.x ?? 0) + (shown?.width ?? 0)).toBeLessThan(covering?.x ?? 0)
    expect(await listPageFaults(page)).toEqual([])
    expect(faults).toEqual([])
  },
)

rare('Esc closes the details of an email and returns the focus to its row', async () => {
  const { page, faults } = await visit()
  await haveSession(page, portal.url)
  await page.goto(`${portal.url}/admin/notifications?siteId=${school.siteId}`)
  const link = rows(page).first().getByRole('link')
  const name = await link.innerText()
  await link.click()
  await page.getByLabel('Email', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByLabel('Email', { exact: true }).waitFor({ state: 'hidden' })
  await expect.poll(() => page.locator(':focus').innerText()).toBe(name)
  expect(faults).toEqual([])
})

test('a form rejects input that the contract rejects before sending, and shows server errors at the same field', async () => {
  const { page, faults } = await visit()
  await haveSession(page, portal.url)
  await page.goto(`${portal.url}/devices?siteId=${school.siteId}&add=true`)
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  const field = (name: string) => page.getByRole('textbox', { name })
  const save = () => page.getByRole('button', { name: 'Add device' }).last().click()
  await field('Name').fill('Gym')
  await field('Hardware address (MAC)').fill('A4:CF')
  await field('Report interval in seconds').fill('half an hour')
  await save()
  await page.getByText('Please enter a hardware address of 12 hex digits').waitFor()
  await page.getByText('Please enter a whole number').waitFor()
  expect(sent).toEqual([])
  expect(await field('Hardware address (MAC)').getAttribute('aria-invalid')).toBe('true')

  const [taken] = await portal.sql<{ mac: string }>('select mac from device where id = $1', [
    school.troubled.id,
  ])
  await field('Hardware address (MAC)').fill(taken?.mac ?? '')
  await field('Report interval in seconds').fill('60')
  await save()
  await page.getByText('A device with this hardware address already exists').waitFor()
  expect(await field('Hardware address (MAC)').getAttribute('aria-invalid')).toBe('true')
  // The console reports the 409 response.
  expect(faults.filter((fault) => !fault.startsWith('Failed to load'))).toEqual([])
})

describe.each([
  [390, test],
  [1440, rare],
] as const)('at %d px', (width, at) => {
  at.each([
    ['/site/sub-sites', 'Add sub-site'],
    ['/devices', 'Add device'],
  ])('a form on %s begins in its first field, and Esc gives the focus back to %s', async (path, name) => {
    const { page, faults } = await visit({ viewport: { width, height: 844 } })
    await haveSession(page, portal.url)
    const focused = page.locator(':focus')
    const field = page.getByRole('textbox', { name: 'Name', exact: true })
    await page.goto(`${portal.url}${path}?siteId=${school.siteId}&add=true`)
    await field.waitFor()
    await expect.poll(() => field.evaluate((element) => element.matches(':focus'))).toBe(true)
    await page.keyboard.press('Escape')
    await field.waitFor({ state: 'detached' })
    await button(page, name).click()
    await expect.poll(() => field.evaluate((element) => element.matches(':focus'))).toBe(true)
    await page.keyboard.press('Escape')
    await field.waitFor({ state: 'detached' })
    await expect.poll(() => focused.innerText()).toBe(name)
    expect(faults).toEqual([])
  })
})
