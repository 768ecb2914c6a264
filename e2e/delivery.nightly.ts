import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useBrowser } from './src/browser.ts'
import { look, screenOptions, screens, settle } from './src/look.ts'
import { makePerson } from './src/people.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { signIn } from './src/screens.ts'

const visit = useBrowser()
let portal: TestPortal
let count = 0

beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

const texts = (page: Page) =>
  page.getByRole('table', { name: 'Text log' }).or(page.getByRole('list', { name: 'Text log' }))
const blacklist = (page: Page) =>
  page.getByRole('table', { name: 'Blacklist' }).or(page.getByRole('list', { name: 'Blacklist' }))
const number = () => `+1507555${String(++count).padStart(4, '0')}`

/** A person with a text message that failed at the second attempt, and whose number is blocked since. */
async function unreachable(name: string) {
  const person = await makePerson(portal, { name, role: 'Viewer' })
  const receiver = number()
  await portal.sql('update app_user set phone_number = $1, text_enabled = true where email = $2', [
    receiver,
    person.email,
  ])
  await portal.sql(
    `with sent as (
       insert into message (id, channel, kind, receiver, user_id, site_id, status, subject, attempts, error, created_at,
         expires_at, finished_at)
       select gen_random_uuid(), 'Text', 'Notification', $1, id, site_id, 'failed',
         'Vape in Restroom 2F, Lincoln High: 62, level 50', 2, '400 21614 not a mobile number',
         now() - interval '5 minutes', now() + interval '25 minutes', now()
       from app_user where email = $2 returning id
     )
     insert into message_attempt (id, message_id, at, outcome, answer, duration_ms)
     select gen_random_uuid(), sent.id, now() - minutes * interval '1 minute', outcome, answer, 310
     from sent, (values (5, 'Retry', '503 busy'), (4, 'Refused', '400 21614 not a mobile number'))
       attempt (minutes, outcome, answer)`,
    [receiver, person.email],
  )
  await portal.sql(
    `insert into blacklist_entry (id, receiver, type, is_blocked, reason, detail, failures, last_failure_at, blocked_at)
     values (gen_random_uuid(), $1, 'Text', true, 'InvalidNumber', '400 21614 not a mobile number', 1, now(), now())`,
    [receiver],
  )
  return { ...person, receiver }
}

test('a text message shows each attempt with the provider’s answer, and its number is unblocked', async () => {
  const person = await unreachable('Dayo Okafor')
  const { page, faults } = await visit()
  await signIn(page, portal.url)
  await page.goto(`${portal.url}/admin/notifications`)
  await page.getByRole('group', { name: 'Channel' }).getByRole('button', { name: 'Text' }).click()
  const figures = page.getByRole('region', { name: 'The last 24 hours' })
  await figures.getByText(/0 of 1$/).waitFor()
  await texts(page).getByRole('link', { name: person.name }).click()
  const message = page.getByLabel('Text message', { exact: true })
  await message.getByText('503 busy').waitFor()
  expect(await message.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(/^Failed, to be retried\n.*503 busy$/s),
    expect.stringMatching(/^Rejected\n.*400 21614 not a mobile number$/s),
  ])

  await page.goto(`${portal.url}/admin/blacklist?state=blocked&type=Text`)
  await blacklist(page).getByRole('link', { name: person.name }).click()
  const entry = page.getByLabel('Blacklist entry', { exact: true })
  await entry.getByText('Correct the number of the user').waitFor()
  await entry.getByRole('button', { name: 'Unblock' }).click()
  await page
    .getByRole('dialog', { name: `Unblock ${person.receiver}?` })
    .getByRole('button', { name: 'Unblock' })
    .click()
  await entry.getByRole('button', { name: 'Block', exact: true }).waitFor()
  await blacklist(page).getByRole('link', { name: person.name }).waitFor({ state: 'detached' })
  const [row] = await portal.sql<{ is_blocked: boolean }>(
    'select is_blocked from blacklist_entry where receiver = $1',
    [person.receiver],
  )
  expect(row?.is_blocked).toBe(false)
  expect(faults).toEqual([])
})

describe.each(screens)('at $width px', (screen) => {
  test('the text log and the blacklist are accessible and fit the screen', async () => {
    const person = await unreachable(`Samir Lund ${screen.width}`)
    const { page, faults } = await visit(screenOptions(screen))
    const found: string[] = []
    const inspect = async (name: string) => {
      await settle(page)
      found.push(...(await look(page, name, screen)))
    }
    await signIn(page, portal.url)
    await page.goto(`${portal.url}/admin/notifications?channel=Text&search=${person.receiver.slice(1)}`)
    await texts(page).getByRole('link', { name: person.name }).waitFor()
    await inspect('text-log')
    await texts(page).getByRole('link', { name: person.name }).click()
    await page.getByLabel('Text message', { exact: true }).getByText('503 busy').waitFor()
    await inspect('text-log-message')
    await page.goto(`${portal.url}/admin/blacklist`)
    await blacklist(page).getByRole('link', { name: person.name }).first().waitFor()
    await inspect('blacklist')
    await page.goto(`${portal.url}/admin/blacklist?search=${person.receiver.slice(1)}`)
    await blacklist(page).getByRole('link', { name: person.name }).click()
    await page
      .getByLabel('Blacklist entry', { exact: true })
      .getByText('Correct the number of the user')
      .waitFor()
    await inspect('blacklist-entry')
    await page.goto(`${portal.url}/admin/blacklist?search=nobody-has-this`)
    await page.getByRole('heading', { name: 'No entries match' }).waitFor()
    await inspect('blacklist-nothing')
    expect([...found, ...faults]).toEqual([])
  })
})
