import type { BrowserContextOptions, Page } from 'playwright-core'
import type { Visit, Visitor } from './browser.ts'
import { signIn } from './screens.ts'

/** Holds back the app bundle, but not the first scripts, until released. */
export async function holdProgram(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/program-*.js', async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** A page with an empty cache in a browser that has been signed in before. */
export async function openSignedIn(
  visit: Visitor,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const before = await visit()
  await signIn(before.page, url)
  return visit({ ...options, storageState: await before.page.context().storageState() })
}
