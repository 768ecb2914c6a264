import { sites } from '@eot/contract/sites'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { makeRoom } from './src/rooms.ts'
import { haveSession, isSameLoad, markLoad, navigate, signIn } from './src/screens.ts'
import { connectSensor } from './src/sensor-client.ts'
import { openAlertCards } from './src/shown-alerts.ts'

const visit = useBrowser()
let portal: TestPortal

beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

const countedErrors = async () => {
  const metrics = await (await fetch(`${portal.url}/metrics`)).text()
  return metrics.split('\n').filter((line) => line.startsWith('eot_client_errors_total'))
}

test('a page that fails to render shows an error within the portal, which is reported once, and Refresh reloads it', async () => {
  const { page, faults } = await visit()
  await signIn(page, portal.url)
  const reports: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/clienterrors')) reports.push(request.postDataJSON())
  })
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
  await expect.poll(countedErrors).toEqual(['eot_client_errors_total{kind="Render"} 1'])
  expect(reports).toEqual([
    {
      Kind: 'Render',
      Message: 'Error: a fault of this page',
      Stack: expect.stringContaining('/assets/'),
      Page: '/site',
    },
  ])

  await page.unroute(code)
  await markLoad(page)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByRole('heading', { name: 'Site', level: 1 }).waitFor()
  expect(await isSameLoad(page)).toBe(false)
})

test('while the server does not return the path of a site, the portal shows Server Timed Out, and Try Again returns to the page', async () => {
  const ask = await signInToApi(portal.url)
  const { Id } = await ask(sites.create, { body: { Name: 'North Hall' } })
  const { page } = await visit()
  await signIn(page, portal.url)
  const path = `**/api/sites/${Id}/path`
  await page.route(path, (route) => route.fulfill({ status: 504, body: '' }))
  const place = `${portal.url}/site/sub-sites?siteId=${Id}`
  await page.goto(place)
  await page.getByRole('main').getByRole('heading', { name: 'Server Timed Out' }).waitFor()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'DASHBOARD' }).waitFor()

  await page.unroute(path)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await page.getByRole('heading', { name: 'Sub-sites', level: 1 }).waitFor()
  await page.getByRole('navigation', { name: 'Sites' }).getByText('North Hall').waitFor()
  expect(page.url()).toBe(place)
})

test('code below the first screen of the dashboard that cannot be loaded does not hide the open alerts', async () => {
  const ask = await signInToApi(portal.url)
  const { Id } = await ask(sites.create, { body: { Name: 'South Hall' } })
  const sensor = await connectSensor(portal.mqttUrl, await makeRoom(ask, 'Restroom', Id))
  await sensor.publish({ readings: { vape: 90 } })
  await sensor.close()
  const { page } = await visit()
  await haveSession(page, portal.url)
  await page.route('**/assets/later-*.js', (route) => route.abort())
  await page.goto(`${portal.url}/dashboard?siteId=${Id}`)
  await openAlertCards(page).getByText('Vape, Restroom').waitFor()
  await page.getByRole('heading', { name: 'By type' }).scrollIntoViewIfNeeded()
  const missing = page.getByRole('main').getByText('Part of the page could not be loaded.')
  await missing.waitFor()
  expect(await openAlertCards(page).count()).toBe(1)

  await page.unroute('**/assets/later-*.js')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Air quality' }).first().waitFor()
  expect(await missing.count()).toBe(0)
})
