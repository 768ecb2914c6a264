import { sites } from '@eot/contract/sites'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Ask, signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { look, screenOptions, screens } from './src/look.ts'
import { makePerson } from './src/people.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { makeRoom } from './src/rooms.ts'
import { haveSession, signIn } from './src/screens.ts'
import { connectSensor } from './src/sensor-client.ts'

const visit = useBrowser()
let portal: TestPortal
let ask: Ask

beforeAll(async () => {
  portal = await startPortal()
  ask = await signInToApi(portal.url)
})
afterAll(() => portal?.stop())

const steps = (page: Page) => page.getByRole('region', { name: 'First steps' })
const step = (page: Page, name: string) => steps(page).getByRole('listitem').filter({ hasText: name })

/** A new site with its administrator. */
async function makeSchool(name: string) {
  const { Id } = await ask(sites.create, { body: { Name: name, TimeZone: 'America/Chicago' } })
  const person = await makePerson(portal, { name: `Ada of ${name}`, role: 'Site Administrator', site: name })
  return { siteId: Id, person }
}

// First, since the dashboard says so only as long as there is no device.
test.each(screens)(
  'an administrator sees what the installation is connected to, at $width px',
  async (screen) => {
    const { page, faults } = await visit(screenOptions(screen))
    await signIn(page, portal.url)
    const card = page.getByRole('region', { name: 'This installation' })
    for (const path of ['/dashboard', '/admin']) {
      await page.goto(`${portal.url}${path}`)
      await card.getByText(/^mqtt, port \d+$/).waitFor()
      await card.getByText('No mail server set (SMTP_URL)').waitFor()
      if (path === '/admin') {
        const state = page.getByRole('region', { name: 'State of the installation' })
        // Neither a mail server nor a provider of text messages.
        await expect.poll(() => state.getByText('Not set up').count()).toBe(2)
      }
      await card.getByText('Connected', { exact: true }).waitFor()
      expect(await look(page, `installation ${path.slice(1)}`, screen)).toEqual([])
    }
    expect(faults).toEqual([])
  },
)

test('a new site shows its first steps until people are told of alerts, or until they are hidden', async () => {
  const { siteId, person } = await makeSchool('Riverside')
  const { page, faults } = await visit()
  await haveSession(page, portal.url, person)
  await page.goto(`${portal.url}/dashboard`)
  await steps(page).getByText('1 of 6 done').waitFor()
  await step(page, 'Name your site').getByText('Riverside, Central Time').waitFor()
  await step(page, 'Connect a device').getByRole('link', { name: 'Add device' }).click()
  await page.waitForURL('**/devices?add=true')

  const room = await makeRoom(ask, 'Library', siteId)
  const sensor = await connectSensor(portal.mqttUrl, room)
  await sensor.publish({ readings: { temperature: 21 } })
  await page.goto(`${portal.url}/dashboard`)
  await steps(page).getByText('3 of 6 done').waitFor()
  await step(page, 'See its first reading').getByText('Readings are coming in').waitFor()
  await steps(page).getByRole('button', { name: 'Hide' }).click()
  await steps(page).waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForTimeout(4000) // longer than until the steps would appear
  expect(await steps(page).count()).toBe(0)
  expect(faults).toEqual([])
  await sensor.close()
})

test.each(screens)('the first steps are accessible and fit the screen at $width px', async (screen) => {
  const { person } = await makeSchool(`Lakeside ${screen.width}`)
  const { page, faults } = await visit(screenOptions(screen))
  await haveSession(page, portal.url, person)
  await page.goto(`${portal.url}/dashboard`)
  await steps(page).getByText('1 of 6 done').waitFor()
  expect(await look(page, 'first-steps', screen)).toEqual([])
  expect(faults).toEqual([])
})
