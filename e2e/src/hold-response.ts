import type { Page } from 'playwright-core'

/**
 * Holds back the response to the next request for such a URL until `release`. The server has answered when `received` resolves.
 * `instead` replaces the response.
 */
export async function holdResponse(page: Page, matches: (url: URL) => boolean, instead?: object) {
  const received = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  await page.route(
    matches,
    async (route) => {
      const response = await route.fetch()
      received.resolve()
      await released.promise
      await route.fulfill({ response, ...(instead && { json: instead }) })
    },
    { times: 1 },
  )
  return { received: received.promise, release: () => released.resolve() }
}
