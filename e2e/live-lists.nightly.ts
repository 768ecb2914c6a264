import { devices } from '@eot/contract/devices'
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

test('a list of sites and a list of devices show what somebody else adds, without a reload', async () => {
  const ask = await signInToApi(portal.url)
  const { Id } = await ask(sites.create, { body: { Name: 'North Hall' } })
  const { page, faults } = await visit()
  await haveSession(page, portal.url)
  await page.goto(`${portal.url}/site/sub-sites`)
  await page.getByText('North Hall').first().waitFor()
  await page.getByText(/^Live/).first().waitFor()

  await ask(sites.create, { body: { Name: 'South Hall' } })
  await page.getByText('South Hall').first().waitFor()

  await page.goto(`${portal.url}/devices?siteId=${Id}`)
  await page.getByText(/^Live/).first().waitFor()
  await ask(devices.create, { body: { Name: 'Lab 2', Mac: '00:11:22:33:44:55', SiteId: Id } })
  await page.getByText('Lab 2').first().waitFor()
  expect(faults).toEqual([])
})
