import { sites } from '@eot/contract/sites'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { rare } from './src/rare.ts'
import { remembersFailedCode } from './src/remembers-failed-code.ts'
import { makeRoom } from './src/rooms.ts'
import { signIn } from './src/screens.ts'
import { connectSensor } from './src/sensor-client.ts'

const visit = useBrowser()
let portal: TestPortal

beforeAll(async () => {
  portal = await startPortal()
  const ask = await signInToApi(portal.url)
  const { Id } = await ask(sites.create, { body: { Name: 'North Hall' } })
  const sensor = await connectSensor(portal.mqttUrl, await makeRoom(ask, 'Restroom', Id))
  await sensor.publish({ readings: { vape: 90 } })
  await sensor.close()
})
afterAll(() => portal?.stop())

/** What is loaded when something opens over the page. */
const code = /(popups|folded-nav)[^/]*\.js$/

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const hasFocus = (page: Page, name: string | RegExp) =>
  expect.poll(() => button(page, name).evaluate((it) => it === it.ownerDocument.activeElement)).toBe(true)

rare('a menu opened by Enter, Space or an arrow key takes the focus, and Escape returns it', async () => {
  const { page, faults } = await visit()
  await signIn(page, portal.url)
  const items = page.locator('[role=menu]').locator('[role=menuitem], [role=menuitemradio]')
  const focused = page.locator('[role=menu] :focus')
  for (const key of ['Enter', 'ArrowDown', 'Space', 'ArrowUp']) {
    // The first time, its code is loaded.
    await page.reload()
    for (let times = 0; times < 2; times += 1) {
      await button(page, 'Settings').focus()
      await page.keyboard.press(key)
      await items.first().waitFor()
      const item = key === 'ArrowUp' ? items.last() : items.first()
      await expect.poll(() => focused.allInnerTexts(), { message: key }).toEqual([await item.innerText()])
      await page.keyboard.press('Escape')
      await items.first().waitFor({ state: 'detached' })
      await hasFocus(page, 'Settings')
    }
  }
  expect(faults).toEqual([])
})

test('a popover opens by Enter and by a click, and closes by Escape and by a click beside it', async () => {
  const { page, faults } = await visit()
  await signIn(page, portal.url)
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await button(page, /^Notifications/).focus()
  await page.keyboard.press('Enter')
  await panel.waitFor()
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  await hasFocus(page, /^Notifications/)
  await button(page, /^Notifications/).click()
  await panel.waitFor()
  await page.getByRole('heading', { level: 1 }).click()
  await panel.waitFor({ state: 'detached' })
  expect(faults).toEqual([])
})

test('on a phone the navigation opens over the page, and Escape returns to its button', async () => {
  const { page, faults } = await visit({ viewport: { width: 390, height: 844 } })
  await signIn(page, portal.url)
  for (let times = 0; times < 2; times += 1) {
    await button(page, 'Menu').click()
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('navigation', { name: 'Main' }).waitFor({ state: 'detached' })
    await hasFocus(page, 'Menu')
  }
  expect(faults).toEqual([])
})

rare('without a network from the beginning, menu buttons say so, and work once it is back', async () => {
  const { page } = await visit({ viewport: { width: 390, height: 844 } })
  const refused: string[] = []
  await page.route(code, (route) => {
    refused.push(route.request().url())
    return route.abort()
  })
  await signIn(page, portal.url)
  await button(page, 'Menu').click()
  const alert = page.getByRole('alert').filter({ hasText: 'Part of the page could not be loaded.' })
  await alert.waitFor()
  const isRemembered = await remembersFailedCode(page.context())
  const tries = () => refused.filter((url) => url.includes('folded-nav')).length
  // By the button, and some seconds after the page.
  await expect.poll(tries).toBe(isRemembered ? 1 : 2)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.unroute(code)
  if (isRemembered) {
    await button(page, 'Menu').click()
    await alert.last().getByRole('button', { name: 'Refresh' }).click()
    await alert.waitFor({ state: 'detached' })
  }
  await button(page, 'Settings').click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).waitFor()
  await page.keyboard.press('Escape')
  await button(page, 'Menu').click()
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
})

rare(
  'if the code of messages cannot be loaded, a message is shown plainly until it is dismissed',
  async () => {
    const { page } = await visit()
    await page.route(code, (route) => route.abort())
    await page.route('**/api/alerts/*', (route) => route.abort())
    await signIn(page, portal.url)
    await button(page, /^Confirm/)
      .first()
      .click()
    const message = page.getByRole('alert').filter({ hasText: 'Not saved.' })
    await message.waitFor()
    await message.getByRole('button', { name: 'Dismiss' }).click()
    await message.waitFor({ state: 'detached' })
  },
)

rare('once the page is settled, menus open without a network, and a message appears', async () => {
  const { page } = await visit()
  const loaded = ['popups', 'folded-nav'].map(async (name) => {
    const response = await page.waitForResponse((one) => one.url().includes(`/${name}`))
    await response.finished()
  })
  await signIn(page, portal.url)
  await Promise.all(loaded)
  await page.context().setOffline(true)
  await button(page, 'Settings').click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await page.getByText('could not be saved').first().waitFor()
})
