import { administrator } from '@eot/server/test/child-program'
import type { Browser } from 'playwright-core'
import { launchChromium } from '../../e2e/src/chromium.ts'
import { signIn } from '../../e2e/src/screens.ts'
import type { BenchProgram } from './bench-program.ts'

export interface PageBench extends BenchProgram {
  browser: Browser
  /** URL of the portal. */
  url: string
  /** Opens the dashboard at 1440 × 900 in a new browser context, signed in as the administrator. */
  openPortal(): Promise<PortalPage>
  close(): Promise<void>
}

export type PortalPage = Awaited<ReturnType<typeof openPortal>>

/** Starts Chromium for the program; the caller closes it. */
export async function openBrowser(program: BenchProgram): Promise<PageBench> {
  const browser = await launchChromium()
  const url = `http://localhost:${program.ports.http}`
  return {
    ...program,
    browser,
    url,
    openPortal: () => openPortal(browser, url),
    close: () => browser.close(),
  }
}

async function openPortal(browser: Browser, url: string) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })
  const page = await context.newPage()
  await signIn(page, url, administrator)
  return page
}
