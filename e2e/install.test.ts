import { afterAll, beforeAll, expect, test } from 'vitest'
import { useBrowser } from './src/browser.ts'
import { startPortal, type TestPortal } from './src/portal.ts'

declare const createImageBitmap: (blob: Blob) => Promise<{ width: number; height: number }>

const enter = useBrowser()
let portal: TestPortal

beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

test('browsers accept the portal as an app, and its icons exist in the sizes that the manifest names', async () => {
  const { page, faults } = await enter()
  await page.goto(`${portal.url}/login`)
  const cdp = await page.context().newCDPSession(page)
  const { url, errors, data } = await cdp.send('Page.getAppManifest')
  expect([url, errors]).toEqual([`${portal.url}/app.webmanifest`, []])
  const manifest: { name: string; icons: { src: string; sizes: string }[] } = JSON.parse(data ?? '{}')
  expect(manifest.name).toBe('EoT LIVE')
  for (const { src, sizes } of manifest.icons) {
    const size = await page.evaluate(async (source) => {
      const image = await createImageBitmap(await (await fetch(source)).blob())
      return `${image.width}x${image.height}`
    }, src)
    expect(size, src).toBe(sizes)
  }
  expect(faults).toEqual([])
})
