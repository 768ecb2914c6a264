import { sites } from '@eot/contract/sites'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { signInToApi } from './api.ts'
import { useBrowser } from './browser.ts'
import { makePerson, type Person } from './people.ts'
import { startPortal, type TestPortal } from './portal.ts'
import { signIn } from './screens.ts'

/** A portal with a district whose administrator imports files. */
export function useImportDistrict() {
  const visit = useBrowser()
  let portal: TestPortal
  let carla: Person

  beforeAll(async () => {
    portal = await startPortal()
    const ask = await signInToApi(portal.url)
    const district = await ask(sites.create, { body: { Name: 'Northfield Schools' } })
    await ask(sites.create, { body: { Name: 'Riverside High School', ParentSite: district.Id } })
    carla = await makePerson(portal, {
      name: 'Carla Osei',
      role: 'Site Administrator',
      site: 'Northfield Schools',
    })
  })
  afterAll(() => portal?.stop())

  return {
    portal: () => portal,
    /** Opens a page as the administrator. */
    async open(path: string, options = {}) {
      const visited = await visit(options)
      await signIn(visited.page, portal.url, carla)
      await visited.page.goto(`${portal.url}${path}`)
      return visited
    },
  }
}

/** Chooses a file on the page of imports. */
export async function choose(page: Page, name: string, lines: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'Choose a file' }).waitFor()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) })
}

/** Locates the lines of a checked file, as a table or as cards. */
export const lines = (page: Page) =>
  page
    .getByRole('table', { name: 'What each line would do' })
    .or(page.getByRole('list', { name: 'What each line would do' }))

let addresses = 0

/** Returns an unused hardware address. */
export const mac = () => `02:14:00:00:00:${(++addresses).toString(16).padStart(2, '0').toUpperCase()}`
