import { alerts } from '@eot/contract/alerts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Ask, signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { type FurnishedSchool, furnishSchool } from './src/furnished-school.ts'
import { makePerson, type Person } from './src/people.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { rare } from './src/rare.ts'
import { haveSession } from './src/screens.ts'

const visit = useBrowser()
let portal: TestPortal
let school: FurnishedSchool
let dean: Person
let nurse: Ask
let alertId: string

beforeAll(async () => {
  portal = await startPortal()
  school = await furnishSchool(portal)
  const site = 'Northfield High School'
  dean = await makePerson(portal, { name: 'Jonas Tran', role: 'Site Staff', site })
  nurse = await signInToApi(
    portal.url,
    await makePerson(portal, { name: 'Ada Moss', role: 'Site Staff', site }),
  )
  const { Items = [] } = await nurse(alerts.list, {
    query: { deviceId: [school.troubled.id], ongoing: true },
  })
  alertId = Items[0]?.Id ?? ''
})
afterAll(() => portal?.stop())

beforeEach(() =>
  portal.sql('update alert set confirmed = false, confirmed_by = null, confirmed_at = null, comment = null'),
)

const details = (page: Page) => page.getByLabel('Alert details')
const comment = (page: Page) => details(page).getByRole('textbox', { name: 'Comment' })
const save = (page: Page) => details(page).getByRole('button', { name: 'Confirm', exact: true })
/** Waits until the server has answered. Until then, the page shows the change, but its button is disabled. */
const isAnswered = (page: Page) =>
  expect.poll(() => details(page).getByRole('button', { name: 'Save' }).isEnabled()).toBe(true)
const othersNote = (page: Page) =>
  details(page).getByText(
    'Someone else has written “Was steam.” in the meantime. Your comment will replace it.',
  )
const write = (Comment: string) => nurse(alerts.update, { params: { id: alertId }, body: { Comment } })

async function open(): Promise<Page> {
  const { page } = await visit()
  await haveSession(page, portal.url, dean)
  await page.goto(`${portal.url}/alerts?siteId=${school.siteId}&alert=${alertId}`)
  await comment(page).waitFor()
  return page
}

/** Lets somebody else write while the first change of this page is on its way to the server. */
async function writeBeforeSave(page: Page): Promise<void> {
  let hasWritten = false
  await page.route(`**/api/alerts/${alertId}`, async (route) => {
    if (route.request().method() === 'PUT' && !hasWritten) {
      hasWritten = true
      await write('Was steam.')
    }
    await route.fallback()
  })
}

/** Holds back what this page saves until the returned function is called. */
async function holdSaves(page: Page): Promise<() => void> {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  await page.route(`**/api/alerts/${alertId}`, async (route) => {
    if (route.request().method() === 'PUT') await isReleased
    await route.fallback()
  })
  return release
}

async function stored() {
  const [row] = await portal.sql<{ comment: string | null; confirmed: boolean }>(
    'select comment, confirmed from alert where id = $1',
    [alertId],
  )
  return row
}

/** Whether the browser would ask before it closes the page. */
const isGuarded = (page: Page) =>
  page.evaluate(() => {
    const { dispatchEvent } = globalThis as unknown as { dispatchEvent: (event: Event) => boolean }
    return !dispatchEvent(new Event('beforeunload', { cancelable: true }))
  })

test('a comment that has not been saved is discarded only after a question', async () => {
  const page = await open()
  await comment(page).fill('On my way')
  await expect.poll(() => isGuarded(page)).toBe(true)
  const question = page.getByRole('dialog', { name: 'Discard your changes?' })
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await comment(page).inputValue()).toBe('On my way')
  await save(page).click()
  await expect.poll(stored).toEqual({ comment: 'On my way', confirmed: true })
  await expect.poll(() => isGuarded(page)).toBe(false)
  await comment(page).fill('On my way there')
  await comment(page).press('Escape')
  await question.getByRole('button', { name: 'Discard' }).click()
  await details(page).waitFor({ state: 'hidden' })
})

rare('what somebody else writes meanwhile is shown next to their own comment', async () => {
  const page = await open()
  await comment(page).fill('On my way')
  await write('Was steam.')
  await othersNote(page).waitFor()
  expect(await comment(page).inputValue()).toBe('On my way')
  await save(page).click()
  await expect.poll(stored).toEqual({ comment: 'On my way', confirmed: true })
  await othersNote(page).waitFor({ state: 'detached' })
})

rare('a comment that has not been shown yet is not replaced', async () => {
  const page = await open()
  await comment(page).fill('On my way')
  await writeBeforeSave(page)
  await save(page).click()
  await page.getByText('Someone else has changed this in the meantime').first().waitFor()
  await othersNote(page).waitFor()
  expect(await comment(page).inputValue()).toBe('On my way')
  expect(await stored()).toEqual({ comment: 'Was steam.', confirmed: false })
  await save(page).click()
  await expect.poll(stored).toEqual({ comment: 'On my way', confirmed: true })
})

rare('to confirm without a comment leaves that of others, and so does Undo', async () => {
  const page = await open()
  await writeBeforeSave(page)
  await save(page).click()
  await expect.poll(stored).toEqual({ comment: 'Was steam.', confirmed: true })
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(stored).toEqual({ comment: 'Was steam.', confirmed: false })
})

rare(
  'what is typed while a comment is being saved stays, and the saved comment is not announced as one of somebody else',
  async () => {
    const page = await open()
    const release = await holdSaves(page)
    await comment(page).fill('On my way')
    await save(page).click()
    await details(page).getByRole('button', { name: 'Save' }).waitFor()
    await comment(page).fill('')
    expect(await comment(page).inputValue()).toBe('')
    await comment(page).fill('On my way there')
    release()
    await isAnswered(page)
    expect(await stored()).toEqual({ comment: 'On my way', confirmed: true })
    expect(await comment(page).inputValue()).toBe('On my way there')
    expect(await details(page).getByText('Someone else has written').count()).toBe(0)
    await comment(page).fill('')
    await details(page).getByRole('button', { name: 'Save' }).click()
    await expect.poll(stored).toEqual({ comment: null, confirmed: true })
    expect(await comment(page).inputValue()).toBe('')
  },
)

rare(
  'the comment of somebody else can be cleared if it appeared while a confirmation was being saved',
  async () => {
    const page = await open()
    const release = await holdSaves(page)
    await save(page).click()
    await write('Was steam.')
    await expect.poll(() => comment(page).inputValue()).toBe('Was steam.')
    await comment(page).fill('Was steam?')
    release()
    await isAnswered(page)
    await comment(page).fill('')
    await details(page).getByRole('button', { name: 'Save' }).click()
    await expect.poll(stored).toEqual({ comment: null, confirmed: true })
  },
)

rare(
  'after undoing a confirmation that was still being saved, comments of others are shown again',
  async () => {
    const page = await open()
    const release = await holdSaves(page)
    await comment(page).fill('On my way')
    await save(page).click()
    await details(page).getByRole('button', { name: 'Undo confirmation' }).click()
    release()
    await expect.poll(stored).toEqual({ comment: 'On my way', confirmed: false })
    await write('Was steam.')
    await expect.poll(() => comment(page).inputValue()).toBe('Was steam.')
  },
)

rare('what somebody else writes before the response to an own change arrives stays on the page', async () => {
  const page = await open()
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  await page.route(`**/api/alerts/${alertId}`, async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback()
    const response = await route.fetch()
    await isReleased
    await route.fulfill({ response })
  })
  await comment(page).fill('On my way')
  await save(page).click()
  await expect.poll(stored).toEqual({ comment: 'On my way', confirmed: true })
  await write('Was steam.')
  await othersNote(page).waitFor()
  release()
  await expect.poll(() => comment(page).inputValue()).toBe('Was steam.')
})
