import { afterAll, beforeAll, expect, test } from 'vitest'
import { useBrowser } from './src/browser.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { isSameLoad, markLoad, navigate, signIn } from './src/screens.ts'

const visit = useBrowser()
let portal: TestPortal

beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

test('a page that fails to render says so within the portal and in the console, and Refresh loads it anew', async () => {
  const { page, faults } = await visit()
  await signIn(page, portal.url)
  const code = '**/assets/site-page-*.js'
  await page.route(code, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: "export const SitePage = () => { throw new Error('a fault of this page') }",
    }),
  )
  await navigate(page, 'SITE')
  await page.getByRole('main').getByRole('heading', { name: 'Unexpected Issue Please Refresh' }).waitFor()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'DASHBOARD' }).waitFor()
  expect(faults.join('\n')).toContain('a fault of this page')

  await page.unroute(code)
  await markLoad(page)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByRole('heading', { name: 'Site', level: 1 }).waitFor()
  expect(await isSameLoad(page)).toBe(false)
})
