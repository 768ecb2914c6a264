import { sites } from '@eot/contract/sites'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { look, screenOptions, screens, settle } from './src/look.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { makeRoom, type Room } from './src/rooms.ts'
import { haveSession, portalHeading } from './src/screens.ts'

const visit = useBrowser()
let portal: TestPortal
let library: Room
let empty: string

beforeAll(async () => {
  portal = await startPortal()
  const ask = await signInToApi(portal.url)
  const school = await ask(sites.create, { body: { Name: 'Riverside High School' } })
  library = await makeRoom(ask, 'Library', school.Id)
  const hall = await ask(sites.create, { body: { Name: 'New Hall', ParentSite: school.Id } })
  empty = hall.Id
})
afterAll(() => portal?.stop())

const heading = (name: string) => (page: Page) => page.getByRole('heading', { name }).first().waitFor()
const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click()
/** On a phone, rare actions are in a menu. */
const pressRare = (name: string) => async (page: Page) => {
  const button = page.getByRole('button', { name, exact: true })
  const menu = page.getByRole('button', { name: 'More', exact: true })
  await button.or(menu).first().waitFor()
  if (!(await button.isVisible())) await menu.click()
  await button.click()
}
const device = () => `/devices?deviceId=${library.id}`

/** A page, what is done there, and what it shows then. */
type Place = readonly [
  name: string,
  path: () => string,
  ready: (page: Page) => Promise<void>,
  act?: (page: Page) => Promise<void>,
]

const places: readonly Place[] = [
  ['admin-users', () => '/admin/users', heading('Users')],
  ['admin-alerts', () => '/admin/alerts', heading('Alerts')],
  ['announcements-none', () => '/announcements', heading('Announcements')],
  ['empty-dashboard', () => `/dashboard?siteId=${empty}`, (page) => portalHeading(page).waitFor()],
  ['empty-devices', () => `/devices?siteId=${empty}`, heading('No devices yet')],
  ['add-group', () => '/site/device-groups?add=true', heading('Add group')],
  ['add-list', () => '/site/user-lists?add=true', heading('Add list')],
  ['add-message', () => '/admin/system-messages?add=true', heading('Add message')],
  ['add-to-inventory', () => '/admin/devices?view=inventory&add=true', heading('Add to inventory')],
  ['add-model', () => '/admin/devices?view=models', heading('Add model'), press('Add model')],
  ['claim-device', () => '/devices', heading('Claim a device'), pressRare('Claim device')],
  ['replace-key', device, heading('Replace the key of Library?'), press('Replace key')],
  ['revoke-keys', device, heading('Revoke all keys of Library?'), press('Revoke keys')],
  ['release-device', device, heading('Release Library to the inventory?'), press('Release')],
  ['delete-device', device, heading('Delete Library?'), press('Delete')],
]

test.each(screens)(
  'drawers, dialogs and empty pages are accessible and fit the screen at $width px',
  async (screen) => {
    const { page, faults } = await visit(screenOptions(screen))
    await haveSession(page, portal.url)
    const found: string[] = []
    for (const [name, path, ready, act] of places) {
      await page.goto(portal.url + path())
      await act?.(page)
      await ready(page)
      await settle(page)
      found.push(...(await look(page, name, screen)))
    }
    expect([...found, ...faults]).toEqual([])
  },
)
