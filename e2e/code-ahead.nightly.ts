import { afterAll, beforeAll, expect, test } from 'vitest'
import { useBrowser } from './src/browser.ts'
import { type Cable, layCable } from './src/cable.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { isSameLoad, markLoad, navigate, signIn } from './src/screens.ts'

const visit = useBrowser()
let portal: TestPortal
let cable: Cable

beforeAll(async () => {
  portal = await startPortal()
  cable = await layCable(portal.url)
})
afterAll(async () => {
  await cable?.close()
  await portal?.stop()
})

test('a page that has been open for a minute shows others without a network', async () => {
  const { page } = await visit({ viewport: { width: 1440, height: 900 } })
  const fetched = new Set<string>()
  page.on('requestfinished', (request) => fetched.add(new URL(request.url()).pathname))
  await signIn(page, cable.url)
  const list = await fetch(`${portal.url}/code.json`)
  const { all, en } = (await list.json()) as Record<string, string[]>
  const wanted = [...(all ?? []), ...(en ?? [])]
  expect(wanted.some((path) => path.includes('site-page'))).toBe(true)
  await expect
    .poll(() => wanted.filter((path) => !fetched.has(path)), { timeout: 120_000, interval: 1000 })
    .toEqual([])
  expect([...fetched].filter((path) => /spanish|\/es-/.test(path))).toEqual([])

  await markLoad(page)
  cable.cut()
  await page.getByText('The live connection was lost.').waitFor()
  for (const [item, heading] of [
    ['SITE', 'Site'],
    ['USERS', 'Users'],
    ['DEVICES', 'Devices'],
  ] as const) {
    await navigate(page, item)
    await page.getByRole('main').getByRole('heading', { name: heading, level: 1 }).waitFor()
    expect(await page.getByText('This page could not be loaded').count()).toBe(0)
  }
  cable.mend()
  await page.getByText('The live connection was lost.').waitFor({ state: 'hidden' })
  expect(await isSameLoad(page)).toBe(true)
})
