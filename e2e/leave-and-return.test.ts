import { sites } from '@eot/contract/sites'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { type Cable, layCable } from './src/cable.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { rare } from './src/rare.ts'
import { remembersFailedCode } from './src/remembers-failed-code.ts'
import { makeRoom } from './src/rooms.ts'
import { isSameLoad, markLoad, navigate, signIn } from './src/screens.ts'
import { connectSensor, type SensorClient } from './src/sensor-client.ts'
import { openAlertCards } from './src/shown-alerts.ts'

const visit = useBrowser()
let portal: TestPortal
let cable: Cable
const sensors: SensorClient[] = []

beforeAll(async () => {
  portal = await startPortal()
  cable = await layCable(portal.url)
  const ask = await signInToApi(portal.url)
  const { Id } = await ask(sites.create, { body: { Name: 'North Hall' } })
  for (const name of ['Room 1', 'Room 2']) {
    sensors.push(await connectSensor(portal.mqttUrl, await makeRoom(ask, name, Id)))
  }
})
afterAll(async () => {
  for (const sensor of sensors) await sensor.close()
  await cable?.close()
  await portal?.stop()
})

// Reconnect even if a test failed, for the next test.
afterEach(() => cable?.mend())

describe.each([
  { width: 1440, height: 900, room: 0, at: rare },
  { width: 390, height: 844, room: 1, at: test },
])('at $width px', ({ room, at, ...viewport }) => {
  at(
    'losing the network keeps the frame and loaded data, and everything is up to date once it is back',
    async () => {
      const { page } = await visit({ viewport })
      await signIn(page, cable.url)
      await page
        .locator('.live-state')
        .getByText('Live')
        .or(page.locator('.live-state .beat'))
        .first()
        .waitFor({ state: 'attached' })
      await navigate(page, 'DEVICES')
      await page.getByRole('heading', { name: 'Devices', level: 1 }).waitFor()
      await page.getByRole('main').getByText('Room 1').first().waitFor()
      await markLoad(page)

      cable.cut()
      await page.getByText('The live connection was lost.').waitFor()
      await page.getByRole('main').getByText('Room 1').first().waitFor()
      await sensors[room]?.publish({ readings: { vape: 90 } })
      await navigate(page, 'SITE')
      const missing = page.getByRole('main').getByRole('heading', { name: 'This page could not be loaded' })
      await missing.waitFor()
      await page.getByRole('button', { name: 'Settings' }).waitFor()
      await page.getByRole('button', { name: 'Try Again' }).click()
      await missing.waitFor()
      await navigate(page, 'DEVICES')
      await page.getByRole('heading', { name: 'Devices', level: 1 }).waitFor()
      await page.getByRole('main').getByText('Room 1').first().waitFor()
      await navigate(page, 'SITE')
      await missing.waitFor()

      cable.mend()
      await page.getByRole('heading', { name: 'Site', level: 1 }).waitFor()
      await navigate(page, 'DASHBOARD')
      await expect
        .poll(() =>
          openAlertCards(page)
            .getByText(`Room ${room + 1}`)
            .count(),
        )
        .toBe(1)
      // The page loads itself again only if the browser would not request the code otherwise.
      expect(await isSameLoad(page)).toBe(!(await remembersFailedCode(page.context())))
    },
  )
})
