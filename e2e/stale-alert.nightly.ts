import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDevice, copyFrom } from './src/add-device.ts'
import { addSubSite } from './src/add-site.ts'
import { useBrowser } from './src/browser.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { navigate, signInByForm } from './src/screens.ts'
import { connectSensor } from './src/sensor-client.ts'
import { alertRows, openAlertCards } from './src/shown-alerts.ts'

const visit = useBrowser()
let portal: TestPortal

beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

test('an open alert is marked while its device is offline, on all pages and without a reload', async () => {
  const { page } = await visit()
  await signInByForm(page, portal.url)
  await addSubSite(page, 'North Hall')
  await navigate(page, 'DEVICES')
  const mac = 'A4:CF:12:7B:03:9F'
  const drawer = await addDevice(page, { name: 'Room 105', mac, site: 'North Hall' })
  const key = await copyFrom(drawer, 'Device key')
  const sensor = await connectSensor(portal.mqttUrl, { mac, key })
  await sensor.publish({ at: Date.now() - 1000, readings: { vape: 81 } })
  await navigate(page, 'DASHBOARD')
  const mark = openAlertCards(page).getByText('No data')
  await openAlertCards(page).getByText('Vape, Room 105').waitFor()
  expect(await mark.count()).toBe(0)

  await sensor.publishStatus({ state: 'offline' })
  await mark.waitFor()
  await navigate(page, 'ALERTS')
  await alertRows(page).getByText('No data').waitFor()
  await alertRows(page).getByRole('link', { name: 'Room 105' }).click()
  await page.getByLabel('Alert details').getByText('The device no longer sends these values').waitFor()

  await sensor.publish({ at: Date.now(), readings: { vape: 82 } })
  await mark.first().waitFor({ state: 'detached' })
  await sensor.close()
})
