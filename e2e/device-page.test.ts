import { devices } from '@eot/contract/devices'
import { rules } from '@eot/contract/rules'
import { sites } from '@eot/contract/sites'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Ask, signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { look, screenOptions, screens, settle } from './src/look.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { rare } from './src/rare.ts'
import { makeRoom, type Room } from './src/rooms.ts'
import { haveSession } from './src/screens.ts'
import { connectSensor } from './src/sensor-client.ts'

const visit = useBrowser()
const hourMs = 3_600_000
let portal: TestPortal
let ask: Ask
let siteId: string
let otherId: string
/** A room that had two moments of vape, of 58 and 77. */
let room: Room

beforeAll(async () => {
  portal = await startPortal()
  ask = await signInToApi(portal.url)
  siteId = (await ask(sites.create, { body: { Name: 'North Hall' } })).Id
  otherId = (await ask(sites.create, { body: { Name: 'South Hall' } })).Id
  room = await makeRoom(ask, 'Restroom 2F', siteId)
  const sensor = await connectSensor(portal.mqttUrl, room)
  const start = Date.now() - 6 * hourMs
  const values = [4, 6, 58, 5, 4, 4, 5, 6, 77, 6, 5, 4]
  for (const [index, vape] of values.entries())
    await sensor.publish({ at: start + index * 900_000, readings: { vape, temperature: 21 + index / 10 } })
  await sensor.close()
})
afterAll(() => portal?.stop())

async function openDevice(page: Page, { id } = room) {
  await haveSession(page, portal.url)
  await page.goto(`${portal.url}/devices?siteId=${siteId}&deviceId=${id}`)
  await page.getByRole('heading', { name: 'Alert rules' }).waitFor()
}

const ruleRow = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })

async function ruleInEffect(type: string) {
  const all = await ask(rules.ofDevice, { params: { id: room.id } })
  return all.find(({ AlertType }) => AlertType === type)
}

test('the level of a rule is moved on the readings by keyboard, tried and saved, then inherited again', async () => {
  const { page, faults } = await visit()
  await openDevice(page)
  await page.getByRole('button', { name: 'Set here Vape' }).click()
  await page.getByText('This would have raised 2 alerts in the last seven days.').waitFor()
  const level = page.getByRole('slider', { name: 'Raise at' })
  await level.focus()
  for (let presses = 0; presses < 10; presses++) await page.keyboard.press('ArrowUp')
  await page.getByRole('heading', { name: 'Vape at 60' }).waitFor()
  expect(await page.getByRole('textbox', { name: 'Raise at' }).inputValue()).toBe('60')
  await page.getByText('This would have raised 1 alert in the last seven days.').waitFor()
  await page.getByText('With 50, as now: 2 alerts.').waitFor()
  await page.getByRole('button', { name: 'Save rule' }).click()
  await page.getByText('Rule saved. Level: Device').waitFor()
  expect(await ruleInEffect('Vape')).toMatchObject({ RaiseLevel: 60, Source: 'Device' })
  await expect.poll(() => ruleRow(page, 'Vape').locator('s').allInnerTexts()).toEqual(['50'])

  await page.getByRole('button', { name: 'Change Vape' }).click()
  await page.getByRole('button', { name: 'Reset to inherited' }).click()
  await expect.poll(() => ruleRow(page, 'Vape').locator('s').count()).toBe(0)
  expect(await ruleInEffect('Vape')).toMatchObject({ RaiseLevel: 50, Source: 'System' })
  expect(faults).toEqual([])
})

rare(
  'a rule entered in the fields is saved for the whole site, and a clear level on the wrong side is not',
  async () => {
    const { page, faults } = await visit()
    await openDevice(page)
    await page.getByRole('button', { name: 'Set here Temperature high' }).click()
    const field = (name: string) => page.getByRole('textbox', { name, exact: true })
    await field('Raise at').fill('26')
    await field('Clear below').fill('27')
    await page.getByText('Must not be above the raise level').waitFor()
    expect(await page.getByRole('button', { name: 'Save rule' }).isDisabled()).toBe(true)
    await field('Clear below').fill('25')
    await page.getByRole('combobox', { name: 'Save for' }).click()
    await page.getByRole('option', { name: 'Site North Hall' }).click()
    await page.getByRole('button', { name: 'Save rule' }).click()
    await page.getByText('Rule saved. Level: Site').waitFor()
    expect(await ruleInEffect('Temperature')).toMatchObject({
      RaiseLevel: 26,
      ClearLevel: 25,
      Source: 'Site',
    })
    expect(faults).toEqual([])
  },
)

rare(
  'a refresh waits while the device is away, and its result appears once the device has answered',
  async () => {
    const { page, faults } = await visit()
    await openDevice(page)
    await page.getByRole('button', { name: 'Refresh', exact: true }).click()
    await page.getByText('Refresh waiting').waitFor()
    const sensor = await connectSensor(portal.mqttUrl, room)
    const command = await sensor.nextCommand()
    await page.getByText('Refresh sent').waitFor()
    await sensor.say({ event: 'refreshed', command: 'refresh', id: command.id })
    await page.getByText('Refresh done').waitFor()
    await sensor.close()
    expect(faults).toEqual([])
  },
)

rare('the page of a device shows at once that it goes online and offline', async () => {
  const made = await makeRoom(ask, 'Workshop', siteId)
  const { page, faults } = await visit()
  await openDevice(page, made)
  await page.locator('.live-state .beat').waitFor({ state: 'attached' })
  const state = (text: string) => page.locator('.stateline').getByText(text, { exact: true })
  const sensor = await connectSensor(portal.mqttUrl, made)
  await sensor.publish({ readings: { temperature: 21 } })
  await state('ONLINE').waitFor()
  await sensor.publishStatus({ state: 'offline' })
  await state('OFFLINE').waitFor()
  await sensor.close()
  expect(faults).toEqual([])
})

rare('the open alerts of a device are listed at the current site, if above the device', async () => {
  const annex = await ask(sites.create, { body: { Name: 'North Annex', ParentSite: siteId } })
  const made = await makeRoom(ask, 'Locker Room', annex.Id)
  const sensor = await connectSensor(portal.mqttUrl, made)
  await sensor.publish({ readings: { vape: 80 } })
  const { page } = await visit()
  await openDevice(page, made)
  await page.locator('.stateline').getByRole('link', { name: 'Vape' }).click()
  await page.waitForURL(`**/alerts?**siteId=${siteId}**`)
  await sensor.close()
})

test('a device is renamed, moved and deactivated in its form, and the page shows it at once', async () => {
  const made = await makeRoom(ask, 'Library', siteId)
  const { page, faults } = await visit()
  await openDevice(page, made)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const drawer = page.getByLabel('Edit device', { exact: true })
  await drawer.getByLabel('Name', { exact: true }).fill('Reading Room')
  await drawer.getByRole('combobox', { name: 'Site' }).click()
  await page.getByRole('option', { name: 'South Hall' }).click()
  await drawer.getByText('Moving ends its open alerts at the old site').waitFor()
  await drawer.getByRole('checkbox', { name: 'Active' }).uncheck()
  await drawer.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'Reading Room' }).waitFor()
  await page.getByText('Inactive').waitFor()
  const stored = await ask(devices.get, { params: { id: made.id } })
  expect(stored).toMatchObject({ Name: 'Reading Room', SiteId: otherId, IsActive: false })
  expect(faults).toEqual([])
})

rare(
  'the day after which a device expires is shown as it was entered, and ends in the time zone of the site',
  async () => {
    const chicago = await ask(sites.create, { body: { Name: 'Lake Hall', TimeZone: 'America/Chicago' } })
    const made = await makeRoom(ask, 'Boiler Room', chicago.Id)
    const { page, faults } = await visit()
    await haveSession(page, portal.url)
    await page.goto(`${portal.url}/devices?siteId=${chicago.Id}&deviceId=${made.id}`)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByLabel('Expires after').fill('2028-08-14')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('definition').filter({ hasText: '14 Aug 2028' }).waitFor()
    const stored = await ask(devices.get, { params: { id: made.id } })
    expect(stored.Expiration).toBe('2028-08-15T05:00:00.000Z')
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    expect(await page.getByLabel('Expires after').inputValue()).toBe('2028-08-14')
    expect(faults).toEqual([])
  },
)

rare('a key is replaced and shown once, and the page says until when the old one is valid', async () => {
  const made = await makeRoom(ask, 'Gym', siteId)
  const { page, faults } = await visit()
  await openDevice(page, made)
  await page.getByRole('button', { name: 'Replace key' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Replace key' }).click()
  const key = page.getByLabel('Device key')
  await expect.poll(() => key.inputValue()).toMatch(/^[\w-]{43}$/)
  expect(await key.inputValue()).not.toBe(made.key)
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Close without copying the key?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Copy' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByText('2 valid').waitFor()
  await page.getByText('The old key stays valid until').waitFor()
  expect(faults).toEqual([])
})

rare('a key replaced twice leaves both old keys valid, each with its time', async () => {
  const made = await makeRoom(ask, 'Pool', siteId)
  for (const OverlapSeconds of [86_400, 3600])
    await ask(devices.replaceKey, { params: { id: made.id }, body: { OverlapSeconds } })
  const { page, faults } = await visit()
  await openDevice(page, made)
  await page.getByText('3 valid').waitFor()
  expect(await page.getByText('An old key stays valid until').count()).toBe(2)
  expect(faults).toEqual([])
})

rare('the page of a device shows when it was online, and its outages in words', async () => {
  const made = await makeRoom(ask, 'Attic', siteId)
  const { page, faults } = await visit()
  await openDevice(page, made)
  const card = page.getByRole('region', { name: 'Connection' })
  await card.getByText('Nothing is known yet').waitFor()
  const sensor = await connectSensor(portal.mqttUrl, made)
  await sensor.publish({ readings: { temperature: 21 } })
  await portal.sql(`update device set created_at = now() - interval '30 days' where id = $1`, [made.id])
  await portal.sql(
    `update event set at = now() - interval '49 hours' where device_id = $1 and kind = 'DeviceOnline'`,
    [made.id],
  )
  await page.reload()
  await card.getByText('last 7 days, 29.1% online').waitFor()
  await card.getByText(/^Offline for 4 d/).waitFor()
  await sensor.close()
  expect(faults).toEqual([])
})

rare('a deleted device leaves the list, after a question that says what follows', async () => {
  const made = await makeRoom(ask, 'Depot', siteId)
  const { page, faults } = await visit()
  await openDevice(page, made)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Readings and past alerts are kept').waitFor()
  await dialog.getByRole('button', { name: 'Delete device' }).click()
  await page.getByText('Depot deleted').waitFor()
  await page.getByRole('heading', { name: 'Devices', level: 1 }).waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'Depot' }).count()).toBe(0)
  expect(faults).toEqual([])
})

rare('an administrator adds a device to the inventory, and a model, which can be retired', async () => {
  const { page, faults } = await visit()
  await haveSession(page, portal.url)
  await page.goto(`${portal.url}/admin/devices?view=inventory&add=true`)
  const drawer = page.getByLabel('Add to inventory', { exact: true }).filter({ has: page.locator('form') })
  await drawer.getByLabel('Name', { exact: true }).fill('Spare 1')
  await drawer.getByLabel('Hardware address').fill('A4CF12009901')
  await drawer.getByRole('button', { name: 'Add to inventory' }).click()
  await page.getByRole('dialog').getByText('Spare 1 is in the inventory').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  const question = page.getByRole('dialog', { name: 'Close without copying the key?' })
  await question.getByRole('button', { name: 'Close anyway' }).click()
  await page.getByRole('link', { name: 'Spare 1' }).waitFor()

  await page.getByRole('button', { name: 'Models' }).click()
  await page.getByRole('button', { name: 'Add model' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('EoT Gas')
  await dialog.getByRole('checkbox', { name: 'CO', exact: true }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Edit EoT Gas' }).click()
  await dialog.getByRole('checkbox', { name: 'Offered for new devices' }).uncheck()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Retired').waitFor()
  expect(faults).toEqual([])
})

describe.each(screens)('at $width px', (screen) => {
  rare('the pages of devices are accessible and fit the screen', async () => {
    const { page, faults } = await visit(screenOptions(screen))
    await openDevice(page)
    const found: string[] = []
    const inspect = async (name: string) => {
      await settle(page)
      found.push(...(await look(page, name, screen)))
    }
    await inspect('device')
    await page.getByRole('button', { name: 'Set here Vape' }).click()
    await page.getByText('This would have raised 2 alerts').waitFor()
    await inspect('device-rule')
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByLabel('Edit device', { exact: true }).waitFor()
    await inspect('device-edit')
    await page.goto(`${portal.url}/admin/devices`)
    await page.getByRole('link', { name: 'Restroom 2F' }).first().waitFor()
    await inspect('admin-devices')
    await page.goto(`${portal.url}/admin/devices?view=models`)
    await page.getByRole('heading', { name: 'EoT Climate' }).waitFor()
    await inspect('device-models')
    expect([...found, ...faults]).toEqual([])
  })
})
