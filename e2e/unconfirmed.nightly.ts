import { sites } from '@eot/contract/sites'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { makeRoom } from './src/rooms.ts'
import { signIn } from './src/screens.ts'
import { connectSensor, type SensorClient } from './src/sensor-client.ts'
import { bellCount } from './src/shown-alerts.ts'

const visit = useBrowser()
let portal: TestPortal
let sensor: SensorClient

beforeAll(async () => {
  portal = await startPortal()
  const ask = await signInToApi(portal.url)
  const { Id } = await ask(sites.create, { body: { Name: 'North Hall' } })
  sensor = await connectSensor(portal.mqttUrl, await makeRoom(ask, 'Room 104', Id))
})
afterAll(async () => {
  await sensor?.close()
  await portal?.stop()
})

test('the navigation badge and the headline count unconfirmed alerts, and the bell counts new ones', async () => {
  const { page, faults } = await visit()
  await signIn(page, portal.url)
  const badge = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^ALERTS/ })
  const heading = page.getByRole('heading', { level: 1 })
  await expect.poll(() => badge.textContent()).toBe('ALERTS')

  const startMs = Date.now() - 300_000
  const report = (seconds: number, readings: object) =>
    sensor.publish({ at: startMs + seconds * 1000, readings })
  await report(0, { vape: 90, sound: 110 })
  await expect.poll(() => badge.textContent()).toBe('ALERTS22 open and unconfirmed')
  await expect.poll(() => heading.innerText()).toMatch(/^2 open alerts.*2 unconfirmed\.$/)
  await expect.poll(() => bellCount(page)).toBe(2)

  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect.poll(() => bellCount(page)).toBe(0)
  await page.keyboard.press('Escape')
  await expect.poll(() => badge.textContent()).toContain('2 open and unconfirmed')

  await page.getByRole('button', { name: /^Confirm Vape/ }).click()
  await expect.poll(() => badge.textContent()).toContain('1 open and unconfirmed')
  await expect.poll(() => heading.innerText()).toMatch(/^2 open alerts.*1 unconfirmed\.$/)

  for (const seconds of [10, 60, 120, 180]) await report(seconds, { vape: 1, sound: 40 })
  await expect.poll(() => badge.textContent()).toBe('ALERTS')
  await expect.poll(() => heading.innerText()).toMatch(/^No open alerts\. 1 unconfirmed since \S+\.$/)
  expect(faults).toEqual([])
})
