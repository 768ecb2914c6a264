import { sites } from '@eot/contract/sites'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { haveSession } from './src/screens.ts'

const visit = useBrowser()
let portal: TestPortal

beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

test('the tree is read once, while the code of its page is still loading', async () => {
  const ask = await signInToApi(portal.url)
  const district = (await ask(sites.create, { body: { Name: 'Early District' } })).Id
  const { page, faults } = await visit()
  await haveSession(page, portal.url)
  let reads = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/sites/tree?')) reads++
  })
  const { promise: isRead, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/assets\/site-tree-page-.*\.js/, (route) => isRead.then(() => route.continue()))
  await page.goto(`${portal.url}/admin?siteId=${district}`)
  // What was read before the page has joined its rooms is read again.
  await page.locator('.live-state').getByText('Live').waitFor()
  const read = page.waitForRequest(/\/api\/sites\/tree\?/)
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Sites/ })
    .first()
    .click()
  await read
  release()
  await page.getByRole('row', { name: 'Early District' }).first().waitFor()
  expect(reads).toBe(1)
  expect(faults).toEqual([])
})
