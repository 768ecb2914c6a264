import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDevice, copyFrom, runInShell, shownValue, wordsOf } from './src/add-device.ts'
import { addSubSite } from './src/add-site.ts'
import { useBrowser } from './src/browser.ts'
import { look, screenOptions, screens } from './src/look.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { rare } from './src/rare.ts'
import { navigate, signIn } from './src/screens.ts'
import { connectSensor } from './src/sensor-client.ts'
import { linesOf } from './src/shown-alerts.ts'

const visit = useBrowser()
let portal: TestPortal
let count = 0

beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

/** Unused names and an unused MAC address. */
function nextRoom() {
  const last = (++count).toString(16).toUpperCase().padStart(2, '0')
  return { name: `Room ${count}`, mac: `A4:CF:12:7B:03:${last}`, site: `Hall ${count}` }
}

/** Adds the site and the device of a room, and returns the drawer that waits for its first reading. */
async function addRoom(page: Page, room: ReturnType<typeof nextRoom>) {
  await addSubSite(page, room.site)
  await navigate(page, 'DEVICES')
  return addDevice(page, room)
}

/** A row may start with a formula instead of an icon. */
const endsWith = (text: string) => expect.stringMatching(new RegExp(`\\b${text}$`))
const values = ['Temperature 21.4 °C', 'Humidity 39 %RH', 'CO 0.4 ppm'].map(endsWith)

describe.each(screens)('at $width px', (screen) => {
  test('after adding a site and a device, pasting the HTTP command into a shell shows the first reading', async () => {
    const { page, faults } = await visit(screenOptions(screen))
    await signIn(page, portal.url)
    const room = nextRoom()
    const drawer = await addRoom(page, room)
    const found = [...(await look(page, 'connect-mqtt', screen))]
    await drawer.getByRole('button', { name: 'ESPHome' }).click()
    found.push(...(await look(page, 'connect-esphome', screen)))
    await drawer.getByRole('button', { name: 'HTTP' }).click()
    found.push(...(await look(page, 'connect-http', screen)))
    const command = await copyFrom(drawer, 'HTTP command')
    await drawer.getByRole('button', { name: 'I have set this up' }).click()
    await drawer.getByRole('heading', { name: 'Waiting for the first reading' }).waitFor()
    found.push(...(await look(page, 'waiting', screen)))

    const answer = await runInShell(command)
    expect(JSON.parse(answer)).toEqual({ Accepted: 1, Duplicates: 0, Rejected: [] })
    await drawer.getByRole('heading', { name: `${room.name} is reporting` }).waitFor()
    await expect
      .poll(() => linesOf(drawer.getByRole('list', { name: 'Values' }).getByRole('listitem')))
      .toEqual(values)
    found.push(...(await look(page, 'received', screen)))
    await drawer.getByRole('link', { name: 'Open live data' }).click()
    await expect.poll(() => page.getByRole('button', { name: /^Temp\./ }).innerText()).toContain('21.4')

    await navigate(page, 'SITE')
    await navigate(page, 'SUB SITES')
    await page.getByRole('link', { name: room.site, exact: true }).click()
    await page.waitForURL('**/dashboard?siteId=*')
    await page.getByRole('heading', { name: room.site, level: 1 }).waitFor()
    expect([...found, ...faults]).toEqual([])
  })
})

rare(
  'the MQTT command has the working port and credentials, and the values appear without a click',
  async () => {
    const { page, faults } = await visit()
    await signIn(page, portal.url)
    const room = nextRoom()
    const drawer = await addRoom(page, room)
    const words = await wordsOf(await copyFrom(drawer, 'MQTT command'))
    const option = (name: string) => words[words.indexOf(name) + 1] ?? ''
    expect([option('-h'), option('-p')]).toEqual([
      await shownValue(drawer, 'Host'),
      await shownValue(drawer, 'Port'),
    ])
    expect(`mqtt://${option('-h')}:${option('-p')}`).toBe(portal.mqttUrl)
    expect(option('-t')).toBe(`eot/${room.mac}/readings`)

    const sensor = await connectSensor(`mqtt://${option('-h')}:${option('-p')}`, {
      mac: option('-u'),
      key: option('-P'),
    })
    await sensor.publish(JSON.parse(option('-m')))
    await drawer.getByRole('heading', { name: `${room.name} is reporting` }).waitFor()
    const shown = drawer.getByRole('list', { name: 'Values' }).getByRole('listitem')
    await expect.poll(() => linesOf(shown)).toEqual(values)
    await sensor.publish({ readings: { temperature: 22.5, vape: 3 } })
    await expect
      .poll(() => linesOf(shown))
      .toEqual([endsWith('Vape 3 index'), endsWith('Temperature 22.5 °C'), ...values.slice(1)])
    await sensor.close()

    await drawer.getByRole('button', { name: 'Back to the key' }).click()
    expect(await shownValue(drawer, 'Device key')).toBe(option('-P'))
    await drawer.getByRole('button', { name: 'I have set this up' }).click()
    await drawer.getByRole('button', { name: 'Add another' }).click()
    await drawer.getByLabel('Name', { exact: true }).waitFor()
    expect(faults).toEqual([])
  },
)

rare(
  'before the first reading the drawer shows rejected readings, and asks before the key is lost',
  async () => {
    const { page, faults } = await visit()
    await signIn(page, portal.url)
    const room = nextRoom()
    const drawer = await addRoom(page, room)
    const sensor = connectSensor(portal.mqttUrl, { mac: room.mac, key: 'not the key' })
    await expect(sensor).rejects.toThrow('Not authorized')
    await drawer.getByRole('button', { name: 'I have set this up' }).click()
    await drawer.getByText('Rejected: wrong key').waitFor()
    await drawer.getByRole('button', { name: 'Close' }).last().click()
    const question = page.getByRole('dialog', { name: 'Close without copying the key?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await drawer.getByRole('button', { name: 'Back to the key' }).click()
    await copyFrom(drawer, 'Device key')
    await drawer.getByRole('button', { name: 'Close' }).click()
    await drawer.waitFor({ state: 'detached' })
    expect(faults).toEqual([])
  },
)
