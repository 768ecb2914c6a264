import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useBrowser } from './src/browser.ts'
import { launchChromium } from './src/chromium.ts'
import { startPortal, type TestPortal } from './src/portal.ts'

declare const navigator: { mediaDevices: object }

const visit = useBrowser()
let portal: TestPortal

beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

/** Replaces the barcode detector, which Chromium has on phones and Macs only. It finds these codes, picture by picture. */
const giveReader = (page: Page, ...pictures: string[][]) =>
  page.addInitScript((read) => {
    const left = [...read]
    Object.assign(globalThis, {
      BarcodeDetector: class {
        static async getSupportedFormats(): Promise<string[]> {
          return ['qr_code']
        }
        detect = async () =>
          ((left.length > 1 ? left.shift() : left[0]) ?? []).map((rawValue) => ({ rawValue }))
      },
    })
  }, pictures)

async function openCamera(page: Page) {
  await page.goto(`${portal.url}/register-site`)
  await page.getByRole('button', { name: 'Scan with camera' }).click()
}

const camera = (page: Page) => page.getByRole('region', { name: 'Camera' })
const state = (page: Page) => camera(page).getAttribute('data-state')

test('without support for reading codes no camera is offered, and the address is typed in', async () => {
  const { page } = await visit()
  await page.goto(`${portal.url}/register-site`)
  await page.getByLabel('Hardware address').waitFor()
  expect(await page.getByRole('button', { name: 'Scan with camera' }).count()).toBe(0)
})

test('a camera without permission is reported as denied, and the address can be typed in', async () => {
  const { page } = await visit({ permissions: [] })
  await giveReader(page)
  await page.addInitScript(() => {
    // Without a camera the browser does not ask for permission; this is the error it returns for a denial.
    const denied = async () => {
      throw new DOMException('Permission denied', 'NotAllowedError')
    }
    Object.assign(navigator.mediaDevices, { getUserMedia: denied })
  })
  await openCamera(page)
  await camera(page)
    .getByRole('alert')
    .getByText(/access is blocked/)
    .waitFor()
  expect(await state(page)).toBe('denied')
  await page.getByLabel('Hardware address').fill('a4cf127b039e')
  expect(await page.getByLabel('Hardware address').inputValue()).toBe('A4:CF:12:7B:03:9E')
})

test('a missing camera is reported as noDevices', async () => {
  const { page } = await visit({ permissions: ['camera'] })
  await giveReader(page)
  await openCamera(page)
  await camera(page).getByRole('alert').getByText('No camera was found').waitFor()
  expect(await state(page)).toBe('noDevices')
  await page.getByRole('button', { name: 'Stop camera' }).click()
  await expect.poll(() => camera(page).count()).toBe(0)
})

test('a code read by the camera is used if it contains an address', async () => {
  // The second option accepts the question for the camera, which the headless shell cannot show.
  const browser = await launchChromium([
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
  ])
  try {
    const context = await browser.newContext({ permissions: ['camera'] })
    const page = await context.newPage()
    await giveReader(
      page,
      ['https://www.sensorfactory.example/setup/device'],
      ['SN-2026-00417', 'MAC: a4cf.127b.039e SN 7'],
    )
    await openCamera(page)
    await expect.poll(() => page.getByLabel('Hardware address').inputValue()).toBe('A4:CF:12:7B:03:9E')
    await expect.poll(() => camera(page).count()).toBe(0)
  } finally {
    await browser.close()
  }
})
