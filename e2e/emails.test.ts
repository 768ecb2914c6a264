import { layOutMail } from '@eot/server/features/messages/mail-layout'
import { expect, test } from 'vitest'
import { screenshotFolder, useBrowser } from './src/browser.ts'
import { listPageFaults } from './src/page-faults.ts'

declare const getComputedStyle: (element: object) => { backgroundColor: string; color: string }

const visit = useBrowser()

/** A square of one pixel, which a mail program would have received with the email. */
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const png = Buffer.from(pixel, 'base64')

const portal = 'https://portal.example.org'

/** An email with everything that an email can have. */
const { html } = layOutMail(
  {
    language: 'en',
    subject: 'Vape in Restroom 2F, Lincoln High: 90, level 50',
    heading: 'Vape in Restroom 2F',
    place: 'Lincoln High',
    tag: { text: 'Critical, still going on', tone: 'critical' },
    greeting: 'Hello Ann,',
    paragraphs: ['Reached 90 at 10:36 AM today (alert level: 50).'],
    rows: [{ title: 'Sound in Gym', text: 'Raised at 10:37 AM' }],
    moreRows: 'And 3 more: 3 vape.',
    shown: { label: 'Temporary password', text: 'abcde-fghij' },
    action: { label: 'Confirm', url: `${portal}/confirm-alert?code=1` },
    also: { label: 'See the alert', url: `${portal}/alerts?alert=1` },
    notes: ['You get this because of the subscription “Restrooms”.'],
  },
  portal,
  {
    png,
    darkPng: png,
    width: 450,
    height: 168,
    alt: 'Chart of vape',
    words: '',
    cid: 'day',
    darkCid: 'night',
  },
)
const shown = html.replaceAll(/src="cid:(\w+)"/g, `id="$1" src="data:image/png;base64,${pixel}"`)

test.each([
  [1440, 'light', 'rgb(239, 243, 244)', 'day'],
  [1440, 'dark', 'rgb(9, 14, 15)', 'night'],
  [390, 'light', 'rgb(239, 243, 244)', 'day'],
  [390, 'dark', 'rgb(9, 14, 15)', 'night'],
] as const)(
  'at %d px, an email is legible in a %s mail program',
  async (width, theme, background, picture) => {
    const { page, faults } = await visit({ viewport: { width, height: 900 }, colorScheme: theme })
    await page.setContent(shown)
    expect(await page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor)).toBe(
      background,
    )
    const images = page.getByRole('img', { name: 'Chart of vape' })
    expect(await images.evaluateAll((all) => all.map(({ id }) => id))).toEqual([picture])
    if (process.env.SCREENSHOTS)
      await page.screenshot({ path: `${screenshotFolder}/email-${width}-${theme}.png`, fullPage: true })
    // The page of a mail program has landmarks around the email.
    const problems = (await listPageFaults(page)).filter(
      (fault) => !/^axe (region|landmark-one-main)/.test(fault),
    )
    expect([...problems, ...faults]).toEqual([])
  },
)
