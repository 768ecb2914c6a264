import type { BrowserContext } from 'playwright-core'

/**
 * Returns whether the browser requests code that could not be loaded again only after the page has been loaded again, as Chromium
 * 150 does. Others request it at the next import.
 */
export async function remembersFailedCode(context: BrowserContext): Promise<boolean> {
  const page = await context.newPage()
  const base = 'http://127.0.0.1/probe'
  let isFound = false
  await page.route(`${base}/**`, (route) => {
    if (route.request().url() === `${base}/`) return route.fulfill({ contentType: 'text/html', body: '<p>' })
    return isFound ? route.fulfill({ contentType: 'text/javascript', body: 'export {}' }) : route.abort()
  })
  await page.goto(`${base}/`)
  // As text, since Vitest replaces imports in functions.
  const load = () => page.evaluate<boolean>(`import('${base}/code.js').then(() => true, () => false)`)
  if (await load()) throw new Error('code was loaded although its request had been aborted')
  isFound = true
  const isLoaded = await load()
  await page.close()
  return !isLoaded
}
