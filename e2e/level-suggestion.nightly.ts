import { alerts } from '@eot/contract/alerts'
import { sites } from '@eot/contract/sites'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { look, screenOptions, screens, settle } from './src/look.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { makeRoom } from './src/rooms.ts'
import { haveSession } from './src/screens.ts'
import { connectSensor } from './src/sensor-client.ts'

const visit = useBrowser()
let portal: TestPortal
let deviceId: string

const minute = 60_000

/** A restroom with four short vape alerts, marked false, and a strong one that was real. */
beforeAll(async () => {
  portal = await startPortal()
  const ask = await signInToApi(portal.url)
  const { Id } = await ask(sites.create, { body: { Name: 'North Hall' } })
  const room = await makeRoom(ask, 'Restroom', Id)
  const sensor = await connectSensor(portal.mqttUrl, room)
  const peaks = [52, 54, 55, 58, 90]
  const start = Date.now() - (peaks.length + 1) * 15 * minute
  for (const [index, peak] of peaks.entries())
    for (const [n, vape] of [5, peak, 5].entries())
      await sensor.publish({ at: start + index * 15 * minute + n * minute, readings: { vape } })
  await sensor.publish({ readings: { vape: 5 } })
  await sensor.close()
  const list = () => ask(alerts.list, { query: { SiteId: Id, startTime: start - minute } })
  await vi.waitUntil(async () => (await list()).Total === peaks.length, { timeout: 60_000 })
  for (const { Id: id, Peak, Device } of (await list()).Items ?? []) {
    deviceId = Device.Id
    await ask(alerts.update, {
      params: { id },
      body: { Confirmed: true, Disposition: (Peak ?? 0) > 60 ? 'Real' : 'False' },
    })
  }
})
afterAll(() => portal?.stop())

describe.each(screens)('at $width px', (screen) => {
  test('the editor of a rule suggests a level that avoids false alarms, which one click enters', async () => {
    const { page, faults } = await visit(screenOptions(screen))
    await haveSession(page, portal.url)
    await page.goto(`${portal.url}/devices?deviceId=${deviceId}`)
    await page.getByRole('button', { name: 'Set here Vape' }).click()
    await page
      .getByText('A level of 59 would have avoided 4 of the 4 alerts marked false in the last four weeks.')
      .waitFor()
    await page.getByText('It would have missed no other.').waitFor()
    await settle(page)
    const found = await look(page, 'level-suggestion', screen)
    await page.getByRole('button', { name: 'Use 59' }).click()
    await page.getByRole('heading', { name: 'Vape at 59' }).waitFor()
    await page.getByText('This would have raised 1 alert in the last seven days.').waitFor()
    expect([...found, ...faults]).toEqual([])
  })
})
