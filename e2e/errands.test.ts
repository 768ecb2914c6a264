import { constants } from '@eot/contract/constants'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useBrowser } from './src/browser.ts'
import { type FurnishedSchool, furnishSchool } from './src/furnished-school.ts'
import { listPageFaults } from './src/page-faults.ts'
import { makePerson, type Person } from './src/people.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { rare } from './src/rare.ts'
import { haveSession, signIn } from './src/screens.ts'

const visit = useBrowser()
let portal: TestPortal
let school: FurnishedSchool
let dean: Person
let viewer: Person

const restroom = 'Restroom B, 2nd floor'
const site = 'Northfield High School'
const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

beforeAll(async () => {
  portal = await startPortal()
  school = await furnishSchool(portal)
  dean = await makePerson(portal, { name: 'Jonas Tran', role: 'Site Staff', site })
  viewer = await makePerson(portal, { name: 'Aino Koski', role: 'Viewer', site })
})
afterAll(() => portal?.stop())

beforeEach(() =>
  portal.sql(
    `update alert set confirmed = false, confirmed_by = null, confirmed_at = null, comment = null, disposition = null`,
  ),
)

const details = (page: Page) => page.getByLabel('Alert details')
const undo = (page: Page) => page.getByRole('button', { name: 'Undo', exact: true })
const focused = (page: Page) => page.locator(':focus')

async function confirmedInRestroom(): Promise<boolean | undefined> {
  const [row] = await portal.sql<{ confirmed: boolean }>(
    'select confirmed from alert where device_id = $1 and ended_at is null',
    [school.troubled.id],
  )
  return row?.confirmed
}

describe.each(sizes)('at $width px', (viewport) => {
  const options = { viewport, reducedMotion: 'reduce' } as const

  const isPhone = viewport.width < constants.navCollapsePx
  const [onDesk, onPhone] = isPhone ? [rare, test] : [test, rare]

  onPhone('an alert is opened, confirmed and unconfirmed in three clicks', async () => {
    const { page, faults } = await visit(options)
    await signIn(page, portal.url, dean)
    let clicks = 0
    const click = async (target: ReturnType<Page['locator']>) => {
      clicks++
      await target.click()
    }
    await click(page.getByRole('region', { name: 'Open alerts' }).getByRole('link', { name: restroom }))
    await details(page).getByText('Vape rose above the alert level of 50').waitFor()
    await details(page).getByRole('heading', { name: 'Other sensors at the same time' }).waitFor()
    await details(page).getByRole('list', { name: 'Similar alerts' }).getByRole('link').first().waitFor()

    await click(details(page).getByRole('button', { name: 'Confirm', exact: true }))
    await page.getByText(`Alert at ${restroom} confirmed`).waitFor()
    await expect.poll(confirmedInRestroom).toBe(true)
    await expect.poll(() => focused(page).innerText()).toMatch(/^Confirmed by Jonas Tran/)

    await click(undo(page))
    await expect.poll(confirmedInRestroom).toBe(false)
    await details(page).getByRole('button', { name: 'Confirm', exact: true }).waitFor()
    expect(clicks).toBeLessThanOrEqual(3)
    expect(faults).toEqual([])
  })

  onDesk(
    'an alert is confirmed from the dashboard with the keyboard alone, in twelve keystrokes',
    async () => {
      const { page, faults } = await visit(options)
      await signIn(page, portal.url, dean)
      const link = page.getByRole('region', { name: 'Open alerts' }).getByRole('link', { name: restroom })
      await link.waitFor()
      await page.getByRole('heading', { level: 1 }).focus()
      let keys = 0
      const press = async (key: string) => {
        keys++
        await page.keyboard.press(key)
      }
      while (!(await link.evaluate((element) => element.matches(':focus'))) && keys < 12) await press('Tab')
      await press('Enter')
      await details(page).getByText('Vape rose above the alert level of 50').waitFor()
      await press('c')
      await expect.poll(confirmedInRestroom).toBe(true)
      await expect.poll(() => focused(page).innerText()).toMatch(/^Confirmed by Jonas Tran/)
      await press('Tab')
      await press('Enter')
      await expect.poll(confirmedInRestroom).toBe(false)
      await expect.poll(() => focused(page).getAttribute('aria-label')).toBe('Comment')
      expect(keys).toBeLessThanOrEqual(12)
      expect(faults).toEqual([])
    },
  )

  rare('Esc closes the details, even from the comment, and returns the focus to the row', async () => {
    const { page, faults } = await visit(options)
    await haveSession(page, portal.url, dean)
    await page.goto(`${portal.url}/alerts?siteId=${school.siteId}`)
    const link = page.getByRole('link', { name: restroom }).first()
    for (const inside of ['drawer', 'comment']) {
      await link.click()
      await details(page).getByRole('heading', { name: 'History' }).waitFor()
      if (inside === 'comment') await details(page).getByRole('textbox', { name: 'Comment' }).focus()
      await page.keyboard.press('Escape')
      await details(page).waitFor({ state: 'hidden' })
      await expect.poll(() => focused(page).innerText(), { message: inside }).toBe(restroom)
    }
    expect(faults).toEqual([])
  })

  rare('an unstable alert is marked in the list, and its details say why it stays open', async () => {
    const { page } = await visit(options)
    await portal.sql('update alert set unstable = true where device_id = $1 and ended_at is null', [
      school.troubled.id,
    ])
    await haveSession(page, portal.url, dean)
    await page.goto(`${portal.url}/alerts?siteId=${school.siteId}`)
    const row = page.locator('[data-row]', { has: page.getByRole('link', { name: restroom }) }).first()
    await row.getByText('Unstable').waitFor()
    await row.getByRole('link', { name: restroom }).click()
    await details(page).getByText('it stays open until the value has been normal').waitFor()
    await portal.sql('update alert set unstable = false')
  })

  rare('the label of the raise is above the curve and does not overlap it', async () => {
    const { page } = await visit(options)
    await haveSession(page, portal.url, dean)
    await page.goto(`${portal.url}/alerts?siteId=${school.siteId}`)
    await page.getByRole('link', { name: restroom }).first().click()
    const space = async () => {
      const words = await details(page)
        .getByText(/^raised /)
        .boundingBox()
      const plot = await details(page).locator('.plot-area').first().boundingBox()
      return words && plot && plot.y - words.y - words.height
    }
    // The parts of the details that load later move both.
    await expect.poll(space).toBeGreaterThanOrEqual(0)
  })

  rare('typing the shortcut key of the confirmation into the comment does not confirm', async () => {
    const { page } = await visit(options)
    await haveSession(page, portal.url, dean)
    await page.goto(`${portal.url}/alerts?siteId=${school.siteId}`)
    await page.getByRole('link', { name: restroom }).first().click()
    const comment = details(page).getByRole('textbox', { name: 'Comment' })
    await comment.focus()
    await page.keyboard.type('called')
    expect(await comment.inputValue()).toBe('called')
    expect(await confirmedInRestroom()).toBe(false)
    await page.keyboard.press('Enter')
    await expect.poll(confirmedInRestroom).toBe(true)
  })
})

test('on a phone each alert shows whether it is confirmed', async () => {
  const { page } = await visit({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' })
  await haveSession(page, portal.url, dean)
  await page.goto(`${portal.url}/alerts?siteId=${school.siteId}`)
  const card = page.locator('.cards li', { has: page.getByRole('link', { name: restroom }) }).first()
  await card.getByText('Unconfirmed').waitFor()
  await card.getByRole('link', { name: restroom }).click()
  await details(page).getByRole('button', { name: 'Confirm', exact: true }).waitFor()
  await page.keyboard.press('c')
  await expect.poll(confirmedInRestroom).toBe(true)
  await page.keyboard.press('Escape')
  await card.getByText('Confirmed by Jonas Tran').waitFor()
})

test('a viewer on a phone sees open alerts without a tap, and their details with one', async () => {
  const { page, faults } = await visit({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  })
  await signIn(page, portal.url, viewer)
  const what = page.getByRole('heading', { level: 1 })
  await expect.poll(() => what.innerText()).toMatch(/open alert/)
  const card = page.getByRole('region', { name: 'Open alerts' }).getByRole('link', { name: restroom })
  const box = await card.boundingBox()
  expect((box?.y ?? Number.POSITIVE_INFINITY) + (box?.height ?? 0)).toBeLessThan(844)
  await card.tap()
  await details(page).getByText('Vape rose above the alert level of 50').waitFor()
  expect(await details(page).getByRole('button', { name: 'Confirm' }).count()).toBe(0)
  expect(await listPageFaults(page)).toEqual([])
  expect(faults).toEqual([])
})

rare('a disabled primary button does not change on hover', async () => {
  const { page } = await visit()
  await haveSession(page, portal.url, dean)
  await page.goto(`${portal.url}/alerts?siteId=${school.siteId}`)
  await page.getByRole('link', { name: restroom }).first().click()
  await details(page).getByRole('button', { name: 'Confirm', exact: true }).waitFor()
  await page.keyboard.press('c')
  const save = details(page).getByRole('button', { name: 'Save' })
  await save.waitFor()
  const color = () => save.evaluate((element) => getComputedStyle(element).backgroundColor)
  const before = await color()
  await save.hover({ force: true })
  await expect.poll(() => page.locator('button:hover').innerText()).toBe('Save')
  expect(await color()).toBe(before)
})

declare function getComputedStyle(element: object): { backgroundColor: string }
