import { administrator } from '@eot/server/test/child-program'
import type { Browser } from 'playwright-core'
import { launchChromium } from '../../e2e/src/chromium.ts'
import { signIn } from '../../e2e/src/screens.ts'
import type { BenchProgram } from './bench-program.ts'

export interface PageBench extends BenchProgram {
  browser: Browser
  /** Where the browser finds the portal. */
  url: string
  /** A page of a browser of its own at 1440 × 900, signed in as the administrator, on the dashboard. */
  openPortal(): Promise<PortalPage>
  close(): Promise<void>
}

export type PortalPage = Awaited<ReturnType<typeof openPortal>>

/** One Chromium beside the program; the caller closes it. */
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
