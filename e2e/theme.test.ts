import { sites } from '@eot/contract/sites'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { makePerson } from './src/people.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { rare } from './src/rare.ts'
import { portalHeading, signIn, signInByForm, signOut } from './src/screens.ts'

const visit = useBrowser()
let portal: TestPortal

beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

async function chooseTheme(page: Page, name: 'Light' | 'Dark' | 'Auto'): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).click()
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok())
  await page.getByRole('menuitemradio', { name }).click()
  await saved
  await page.keyboard.press('Escape')
}

/** The part of the DOM used here, since browser and Node.js types conflict. */
declare const document: {
  body: object
  documentElement: { className: string; dataset: { theme?: string } }
}
declare const getComputedStyle: (element: object) => { backgroundColor: string }
declare const MutationObserver: new (note: () => void) => { observe(target: object, what: object): void }

const themeOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme)

/** Whether the painted background is dark. */
const isDark = (page: Page) =>
  page.evaluate(() => {
    const channels = getComputedStyle(document.body).backgroundColor.match(/[\d.]+/g) ?? []
    return channels.slice(0, 3).every((channel) => Number(channel) < 100)
  })

/** Reloads the page and returns every theme in effect at or after the first paint. */
async function themesPainted(page: Page): Promise<(string | undefined)[]> {
  await page.addInitScript(() => {
    const seen: { at: number; theme: string | undefined }[] = []
    const note = () => seen.push({ at: performance.now(), theme: document.documentElement?.dataset.theme })
    new MutationObserver(note).observe(document, { subtree: true, childList: true, attributes: true })
    Object.assign(globalThis, { seenThemes: seen })
  })
  await page.reload()
  await portalHeading(page).waitFor()
  return page.evaluate(() => {
    const seen = Reflect.get(globalThis, 'seenThemes') as { at: number; theme: string }[] // set above
    const paintedAt = performance.getEntriesByName('first-paint')[0]?.startTime ?? 0
    const atPaint = seen.findLast(({ at }) => at <= paintedAt)
    const after = seen.filter(({ at }) => at > paintedAt)
    return [...new Set([...(atPaint ? [atPaint] : []), ...after].map(({ theme }) => theme))]
  })
}

describe.each([
  { system: 'light', choice: 'Dark', shown: 'dark' },
  { system: 'dark', choice: 'Light', shown: 'light' },
  { system: 'dark', choice: 'Auto', shown: 'dark' },
  { system: 'light', choice: 'Auto', shown: 'light' },
] as const)('$choice on a $system system', ({ system, choice, shown }) => {
  const testOrRare = choice === 'Dark' ? test : rare
  testOrRare(`is ${shown} from the first paint on, even after a reload`, async () => {
    const { page, faults } = await visit({ colorScheme: system })
    const person = await makePerson(portal, { name: `${choice} on ${system}`, role: 'Viewer' })
    await signInByForm(page, portal.url, person)
    expect(await themeOf(page)).toBe(system)
    await chooseTheme(page, choice)
    await expect.poll(() => themeOf(page)).toBe(shown)
    expect(await isDark(page)).toBe(shown === 'dark')
    expect(await themesPainted(page)).toEqual([shown])
    expect(await isDark(page)).toBe(shown === 'dark')
    expect(faults).toEqual([])
  })
})

rare('Auto follows changes of the system theme, and signing out restores the system theme', async () => {
  const { page } = await visit({ colorScheme: 'light' })
  await signInByForm(page, portal.url)
  await chooseTheme(page, 'Auto')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => themeOf(page)).toBe('dark')
  await chooseTheme(page, 'Light')
  await expect.poll(() => themeOf(page)).toBe('light')
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('menuitem', { name: 'LOG OUT' }).click()
  await page.waitForURL('**/login')
  await expect.poll(() => themeOf(page)).toBe('dark')
})

test('the theme class is set on the page during the session and removed when it ends', async () => {
  const { page } = await visit({ colorScheme: 'light' })
  const themeClass = () => page.evaluate(() => document.documentElement.className)
  await signInByForm(page, portal.url)
  await chooseTheme(page, 'Dark')
  await expect.poll(themeClass).toBe('theme-dark')
  await signOut(page)
  await expect.poll(themeClass).toBe('')
  await page.reload()
  await page.getByRole('button', { name: 'LOG IN' }).waitFor()
  expect(await themeClass()).toBe('')
})

rare(
  'a new theme of a site applies to open pages of its users, and to that of the user who sets it',
  async () => {
    const ask = await signInToApi(portal.url)
    await ask(sites.create, { body: { Name: 'Painted Hall' } })
    const open = async (name: string, role: 'Site Administrator' | 'Viewer') => {
      const visited = await visit({ colorScheme: 'light' })
      await signIn(visited.page, portal.url, await makePerson(portal, { name, role, site: 'Painted Hall' }))
      expect(await themeOf(visited.page)).toBe('light')
      return visited
    }
    const viewer = await open('Vera Painted', 'Viewer')
    const { page, faults } = await open('Petra Painted', 'Site Administrator')
    await page.goto(`${portal.url}/site`)
    await page.getByRole('button', { name: 'Change: Theme' }).click()
    await page.getByRole('combobox', { name: 'Theme' }).click()
    await page.getByRole('option', { name: 'Dark' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(() => themeOf(page)).toBe('dark')
    await expect.poll(() => themeOf(viewer.page)).toBe('dark')
    expect([...faults, ...viewer.faults]).toEqual([])
  },
)
