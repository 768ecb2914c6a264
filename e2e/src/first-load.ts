import { sites } from '@eot/contract/sites'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { signInToApi } from './api.ts'
import type { Visit, Visitor } from './browser.ts'
import { startPortal, type TestPortal } from './portal.ts'
import { makeRoom } from './rooms.ts'
import { signIn } from './screens.ts'
import { connectSensor } from './sensor-client.ts'

export const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
export const desk = { viewport: { width: 1440, height: 900 } }

export const portalPages = ['/dashboard', '/alerts', '/devices/live-sensor-data']

/** Starts a portal with four rooms, one of them with an alert. */
export async function startPortalWithRooms(): Promise<TestPortal> {
  const portal = await startPortal()
  const ask = await signInToApi(portal.url)
  const { Id } = await ask(sites.create, { body: { Name: 'North Hall' } })
  for (const name of ['Restroom', 'Gym', 'Library', 'Cafeteria']) {
    const sensor = await connectSensor(portal.mqttUrl, await makeRoom(ask, name, Id))
    await sensor.publish({
      readings: { vape: name === 'Restroom' ? 90 : 1, temperature: 21, ECO2: 600, noise: 40 },
    })
    await sensor.close()
  }
  return portal
}

/** Holds back the app bundle, but not the first scripts, until released. */
export async function holdProgram(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/program-*.js', async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** Opens a page with an empty cache in a browser that has been signed in before. */
export async function openSignedIn(
  visit: Visitor,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const before = await visit()
  await signIn(before.page, url)
  return visit({ ...options, storageState: await before.page.context().storageState() })
}

/** Opens a page with an empty cache, signed in if the path requires it. */
export const openFresh = (visit: Visitor, url: string, path: string, options: BrowserContextOptions) =>
  path === '/login' ? visit(options) : openSignedIn(visit, url, options)
