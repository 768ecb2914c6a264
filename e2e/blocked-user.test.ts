import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useBrowser } from './src/browser.ts'
import { look, screenOptions, screens, settle } from './src/look.ts'
import { administrator, startPortal, type TestPortal } from './src/portal.ts'
import { rare } from './src/rare.ts'
import { haveSession, portalHeading } from './src/screens.ts'

const enter = useBrowser()
let portal: TestPortal

beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

/** The administrator's address gets no messages, for this reason. */
async function block(reason: string): Promise<void> {
  await portal.sql('delete from blacklist_entry')
  await portal.sql(
    `insert into blacklist_entry (id, receiver, type, is_blocked, reason, blocked_at)
     values ($1, $2, 'Email', true, $3, now())`,
    [randomUUID(), administrator.email, reason],
  )
}

async function openDashboard(page: Page): Promise<void> {
  await haveSession(page, portal.url)
  await page.goto(`${portal.url}/dashboard`)
  await portalHeading(page).waitFor()
}

const banner = (page: Page) => page.getByRole('region', { name: 'Messages that do not reach you' })

test('a person whose address is blocked is told why on every page, and can end the block', async () => {
  await block('HardBounce')
  const { page, faults } = await enter()
  await openDashboard(page)
  await banner(page).getByText(`The mail server says that ${administrator.email} does not exist.`).waitFor()
  await banner(page).getByRole('link', { name: 'Check my address' }).click()
  await page.waitForURL(/\/account-info/)
  await banner(page).getByRole('button', { name: 'Unblock' }).click()
  await banner(page).waitFor({ state: 'hidden' })
  expect(await portal.sql('select from blacklist_entry where is_blocked')).toEqual([])
  expect(faults).toEqual([])
})

test('a block that the person cannot end has no button for that, and can be put off', async () => {
  await block('Manual')
  const { page, faults } = await enter()
  await openDashboard(page)
  await banner(page).getByText('An administrator blocked').waitFor()
  expect(await banner(page).getByRole('button', { name: 'Unblock' }).count()).toBe(0)
  await banner(page).getByRole('button', { name: 'Remind me tomorrow' }).click()
  await banner(page).waitFor({ state: 'hidden' })
  expect(faults).toEqual([])
})

describe.each(screens)('at $width px', (screen) => {
  rare('the banner is accessible and fits the screen', async () => {
    await block('HardBounce')
    const { page, faults } = await enter(screenOptions(screen))
    await openDashboard(page)
    await banner(page).getByRole('button', { name: 'Unblock' }).waitFor()
    await settle(page)
    expect([...(await look(page, 'blocked-user', screen)), ...faults]).toEqual([])
  })
})
