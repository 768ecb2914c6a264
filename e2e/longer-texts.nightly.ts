import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { portalTexts } from '../scripts/portal-texts.ts'
import { screenshotFolder, useBrowser } from './src/browser.ts'
import { type FurnishedSchool, furnishSchool } from './src/furnished-school.ts'
import { faultsWithLongerTexts } from './src/longer-texts.ts'
import { settle } from './src/look.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { portalPaths } from './src/portal-paths.ts'
import { signIn } from './src/screens.ts'

const visit = useBrowser()
let portal: TestPortal
let school: FurnishedSchool

beforeAll(async () => {
  portal = await startPortal()
  school = await furnishSchool(portal)
})
afterAll(() => portal?.stop())

/** All pages and the longest form. */
const paths = [...portalPaths, '/subscriptions?add=true']

describe.each([
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])('with texts 40 % longer, at $width px', (viewport) => {
  test.each(['signed in', 'signed out'])(
    'no page scrolls sideways and no button is cut off, %s',
    async (who) => {
      const { page } = await visit({ viewport, reducedMotion: 'reduce' })
      if (who === 'signed in') await signIn(page, portal.url)
      const found: string[] = []
      for (const path of paths) {
        await page.goto(`${portal.url}${path}${path.includes('?') ? '&' : '?'}siteId=${school.siteId}`)
        await page.locator('#main h1').first().waitFor({ state: 'attached' })
        await settle(page)
        const faults = await faultsWithLongerTexts(page, portalTexts)
        if (process.env.SCREENSHOTS)
          await page.screenshot({
            path: `${screenshotFolder}/longer${path.replaceAll(/\W/g, '-')}-${viewport.width}-${who.replace(' ', '-')}.png`,
          })
        found.push(...faults.map((fault) => `${path}: ${fault}`))
      }
      expect(found).toEqual([])
    },
  )
})
