import { mkdir, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type KeptSecrets, readSecrets } from '@eot/demo/kept-secrets'
import { basicAuthorization } from '@eot/fleet/identity'
import { launchProgram } from '@eot/server/test/child-program'
import { makeTemporaryDirectory } from '@eot/server/test/temporary-directory'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { launchChromium } from './chromium.ts'
import { signIn } from './screens.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = `${root}docs/images`
/** Waits for the demo's first incident, which comes within a minute, so that the pictures show one. */
const incidentWithinMs = 120_000

declare const document: { querySelector(selector: string): object | null }

interface Picture {
  name: string
  screen: BrowserContextOptions
  /** Whether several alerts should be open. */
  isBusy?: true
  /** Navigates from the dashboard to the subject of the picture. */
  show(page: Page): Promise<void>
}

const desktop = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }

const openAlerts = (page: Page) => page.getByRole('region', { name: 'Open alerts' })

const pictures: Picture[] = [
  {
    name: 'live-dark',
    screen: { ...desktop, colorScheme: 'dark' },
    async show(page) {
      await openAlert(page)
      await page.getByRole('link', { name: 'Live values' }).click()
      // Wait for a line, not only the point of the first live sample.
      await page.locator('.tile path[d*="L"]').nth(1).waitFor({ state: 'attached' })
      await page.locator('main canvas').first().waitFor()
    },
  },
  {
    name: 'alert-light',
    screen: { ...desktop, colorScheme: 'light' },
    async show(page) {
      await openAlert(page)
      await page.locator('aside canvas').first().waitFor()
    },
  },
  {
    name: 'dashboard-dark',
    screen: { ...desktop, viewport: { width: 1440, height: 1000 }, colorScheme: 'dark' },
    isBusy: true,
    show: (page) => openAlerts(page).getByRole('article').nth(1).waitFor(),
  },
  {
    name: 'dashboard-phone',
    screen: { ...phone, colorScheme: 'light' },
    isBusy: true,
    show: (page) => openAlerts(page).getByRole('article').nth(1).waitFor(),
  },
]

async function openAlert(page: Page): Promise<void> {
  await openAlerts(page).getByRole('link').first().click()
}

/** Takes the screenshots of the README from a running demo. */
async function takePictures(): Promise<void> {
  const dataDir = await makeTemporaryDirectory()
  const program = launchProgram({
    dataDir,
    script: `${root}scripts/start.mjs`,
    environment: { DEMO: '1' },
  })
  try {
    const { http } = await program.ready
    const browser = await launchChromium()
    await mkdir(folder, { recursive: true })
    const url = `http://localhost:${http}`
    const secrets = await readSecrets(dataDir)
    for (const picture of pictures) {
      if (picture.isBusy) await disturb(url, secrets)
      await take(browser, url, personOf(secrets), picture)
    }
    await browser.close()
  } finally {
    await program.stop()
    await rm(dataDir, { recursive: true })
  }
}

/** Triggers incidents in two rooms at once, which would otherwise take long to happen. */
async function disturb(url: string, { devices }: KeptSecrets): Promise<void> {
  const incidents = [
    { roomType: 'restroom', readings: { vape: 82 } },
    { roomType: 'gym', readings: { sound: 104 } },
  ]
  for (const { roomType, readings } of incidents) {
    const room = devices.find((device) => device.roomType === roomType)
    if (!room) throw new Error(`the demo has no ${roomType}`)
    const response = await fetch(`${url}/api/ingest/readings`, {
      method: 'POST',
      headers: { authorization: basicAuthorization(room), 'content-type': 'application/json' },
      body: JSON.stringify({ readings }),
    })
    if (!response.ok) throw new Error(`the portal returned ${response.status} for a reading`)
  }
}

/** The administrator of the demo. */
function personOf({ accounts }: KeptSecrets): { email: string; password: string } {
  const account = accounts.find(({ role }) => role === 'Site Administrator')
  if (!account?.password) throw new Error('the demo has no administrator')
  return { email: account.email, password: account.password }
}

async function take(
  browser: Browser,
  url: string,
  person: { email: string; password: string },
  { name, screen, show }: Picture,
): Promise<void> {
  const context = await browser.newContext({ ...screen, locale: 'en-GB', reducedMotion: 'reduce' })
  context.setDefaultTimeout(incidentWithinMs)
  const page = await context.newPage()
  await signIn(page, url, person)
  await show(page)
  await page.waitForFunction(() => document.querySelector('.skeleton, [aria-busy=true]') === null)
  await page.screenshot({ path: `${folder}/${name}.png` })
  await context.close()
  process.stdout.write(`docs/images/${name}.png\n`)
}

await takePictures()
