import { afterAll, beforeAll, expect, test } from 'vitest'
import { useBrowser } from './src/browser.ts'
import { settle } from './src/look.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { portalPaths } from './src/portal-paths.ts'
import { signIn } from './src/screens.ts'

const visit = useBrowser()
let portal: TestPortal

beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

/** The portal reports a text that is used before it has been loaded. */
const missingTexts = (faults: string[]) => faults.filter((fault) => fault.includes('has not been loaded'))

test.each(['signed out', 'signed in'])(
  'each page opened by its address shows its texts and never their keys, %s',
  async (who) => {
    const { page, faults } = await visit()
    if (who === 'signed in') await signIn(page, portal.url)
    const found: string[] = []
    for (const path of portalPaths) {
      await page.goto(portal.url + path)
      await page.locator('#main h1').first().waitFor({ state: 'attached' })
      await settle(page)
      found.push(...missingTexts(faults.splice(0)).map((fault) => `${path}: ${fault}`))
    }
    expect(found).toEqual([])
  },
)

test('the search and the list of shortcuts opened first show their texts and never their keys', async () => {
  const { page, faults } = await visit()
  await signIn(page, portal.url)
  await page.keyboard.press('Control+K')
  await page.getByPlaceholder('Search sites, devices, people, pages').waitFor()
  await page.keyboard.press('Escape')
  await page.reload()
  await page.locator('.live-state .beat').waitFor({ state: 'attached' })
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  expect(missingTexts(faults)).toEqual([])
})
