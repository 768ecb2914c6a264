import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDevice, copyFrom } from './src/add-device.ts'
import { addSubSite } from './src/add-site.ts'
import { useBrowser } from './src/browser.ts'
import { makePerson } from './src/people.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { isSameLoad, markLoad, navigate, signInByForm } from './src/screens.ts'
import { connectSensor } from './src/sensor-client.ts'
import { alertRows, bellCount, linesOf, openAlertCards } from './src/shown-alerts.ts'

const visit = useBrowser()
let portal: TestPortal

beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

test('a reading appears on the screens of two users, and the actions of each appear on both', async () => {
  const admin = await visit()
  const { page } = admin
  await signInByForm(page, portal.url)
  await addSubSite(page, 'North Hall')
  const mac = 'A4:CF:12:7B:03:9E'
  await navigate(page, 'DEVICES')
  const drawer = await addDevice(page, { name: 'Room 104', mac, site: 'North Hall' })
  const key = await copyFrom(drawer, 'Device key')
  await navigate(page, 'LIVE SENSOR DATA')
  await page.getByText('This device has not reported yet').waitFor()
  await markLoad(page)
  const watcher = await makePerson(portal, { name: 'Priya Raman', role: 'Site Staff', site: 'North Hall' })
  const second = await visit()
  await signInByForm(second.page, portal.url, watcher)
  await navigate(second.page, 'ALERTS')
  await second.page.getByText('No alerts in this time range').waitFor()
  await markLoad(second.page)

  const sensor = await connectSensor(portal.mqttUrl, { mac, key })
  const startMs = Date.now() - 25_000
  const report = (seconds: number, vape: number) =>
    sensor.publish({ at: startMs + seconds * 1000, readings: { temperature: 21.4, vape } })
  await report(0, 3)
  const tile = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })
  await expect.poll(() => tile('Temp.').innerText()).toContain('21.4')
  await expect.poll(() => tile('Vape').innerText()).toContain('3')

  await navigate(page, 'DASHBOARD')
  await page.getByRole('heading', { name: 'All quiet across All sites' }).waitFor()
  await report(5, 81)
  await page.getByRole('heading', { name: /^1 open alert/ }).waitFor()
  await expect
    .poll(() => linesOf(openAlertCards(page)))
    .toEqual([
      expect.stringMatching(
        /Vape, Room 104 .* North Hall since .* 81 peak alert level 50 Unconfirmed Confirm$/,
      ),
    ])
  await expect.poll(() => bellCount(page)).toBe(1)
  await expect.poll(() => bellCount(second.page)).toBe(1)
  await expect
    .poll(() => linesOf(alertRows(second.page)))
    .toEqual([expect.stringMatching(/Vape Critical Room 104 North Hall .* Ongoing .* 81 \/ 50 not yet/)])

  await navigate(page, 'ALERTS')
  await expect.poll(() => bellCount(page)).toBe(0)
  await alertRows(page).getByRole('link', { name: 'Room 104' }).click()
  const details = page.getByLabel('Alert details')
  await details.getByRole('button', { name: 'Real' }).click()
  await details.getByRole('textbox', { name: 'Comment' }).fill('Two students, sent to the office')
  await details.getByRole('button', { name: 'Confirm', exact: true }).click()
  await details.getByText('Confirmed by System Administrator, ').waitFor()
  await expect
    .poll(() => linesOf(alertRows(second.page)))
    .toEqual([expect.stringMatching(/Ongoing .* System Administrator Real/)])

  await report(6, 4)
  await report(36, 2)
  await expect
    .poll(() => linesOf(alertRows(second.page)))
    .toEqual([expect.stringMatching(/ 31 s 81 \/ 50 System Administrator Real/)])
  await details.getByText('Ended', { exact: true }).waitFor()
  await navigate(page, 'DASHBOARD')
  await page.getByRole('heading', { name: 'All quiet across All sites' }).waitFor()
  await alertRows(second.page).getByRole('link', { name: 'Room 104' }).click()
  await expect
    .poll(() => second.page.getByRole('textbox', { name: 'Comment' }).inputValue())
    .toBe('Two students, sent to the office')

  expect(await portal.sql('select type_key, comment, disposition from alert')).toEqual([
    { type_key: 'Vape', comment: 'Two students, sent to the office', disposition: 'Real' },
  ])
  expect(await isSameLoad(page)).toBe(true)
  expect(await isSameLoad(second.page)).toBe(true)
  expect([...admin.faults, ...second.faults]).toEqual([])
  await sensor.close()
})
