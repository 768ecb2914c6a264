import { randomInt } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { launchChromium } from './chromium.ts'
import { onProcesses } from './processes/portal-on-processes.ts'

export interface Visit {
  page: Page
  /** Console errors and uncaught exceptions of the page. */
  faults: string[]
}

/** Opens a new browser context without stored data or session. It is closed after the test. */
export type Visitor = (options?: BrowserContextOptions) => Promise<Visit>

export const screenshotFolder = fileURLToPath(new URL('../screenshots', import.meta.url))

const timeoutMs = 60_000

/** One Chromium for the tests of a file. Saves a screenshot of every failed test. */
export function useBrowser(): Visitor {
  let browser: Browser

  beforeAll(async () => {
    // Without a GPU process, which draws in software here, pages take a fifth less time.
    browser = await launchChromium(['--disable-gpu', ...(onProcesses ? ['--ignore-certificate-errors'] : [])])
  })

  afterAll(() => browser?.close())

  return async (options = {}) => {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      locale: 'en-GB',
      timezoneId: 'America/St_Johns',
      permissions: ['clipboard-read', 'clipboard-write'],
      ...(onProcesses && { extraHTTPHeaders: { 'x-forwarded-for': someAddress() } }),
      ...options,
    })
    context.setDefaultTimeout(timeoutMs)
    onTestFinished(async ({ task }) => {
      if (task.result?.state === 'fail') await takePictures(context.pages(), task.name)
      await context.close()
    })
    const page = await context.newPage()
    return { page, faults: watchFaults(page) }
  }
}

/** Returns a random address. nginx sends browsers from different networks to different processes. */
const someAddress = () => `10.${randomInt(256)}.${randomInt(256)}.1`

async function takePictures(pages: Page[], name: string): Promise<void> {
  const stem = name.replaceAll(/[^a-z0-9]+/gi, '-').slice(0, 60)
  for (const page of pages) {
    await page.screenshot({ path: `${screenshotFolder}/failed/${stem}-${Date.now()}.png` })
  }
}

function watchFaults(page: Page): string[] {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(`thrown: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() !== 'error') return
    faults.push(`${message.text()} (${new URL(message.location().url || 'about:blank').pathname})`)
  })
  return faults
}
