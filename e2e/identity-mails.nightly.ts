import { sites } from '@eot/contract/sites'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { look, screenOptions, screens, settle } from './src/look.ts'
import { makePerson } from './src/people.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { signIn } from './src/screens.ts'

const visit = useBrowser()
let portal: TestPortal
let count = 0

/** Without a mail server, emails are kept in the log. */
beforeAll(async () => {
  portal = await startPortal()
  const ask = await signInToApi(portal.url)
  await ask(sites.create, { body: { Name: 'Lincoln Harbour High School' } })
  await ask(sites.create, { body: { Name: 'Empty Hall' } })
})
afterAll(() => portal?.stop())

const rows = (page: Page) =>
  page.getByRole('table', { name: 'Email log' }).or(page.getByRole('list', { name: 'Email log' }))
const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Search recipient or subject' })
const drawer = (page: Page) => page.getByLabel('Email', { exact: true })
const goToLog = (page: Page, query = '') => page.goto(`${portal.url}/admin/notifications${query}`)

/** Requests a password reset email and waits until it has been composed. */
async function forget(email: string): Promise<void> {
  const response = await fetch(`${portal.url}/api/auth/reset`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ Email: email }),
  })
  expect(response.status).toBe(204)
  const stored = () =>
    portal.sql(`select id from message where receiver = $1 and status = 'kept'`, [email.toLowerCase()])
  await expect.poll(async () => (await stored()).length, { timeout: 60_000 }).toBe(1)
}

/** Inserts an email with a status that would otherwise take a mail server or time to reach. */
async function makeMail(
  email: string,
  columns: { kind: string; subject: string; status: string; error?: string },
) {
  await portal.sql(
    `insert into message (id, channel, kind, receiver, user_id, site_id, status, subject, attempts, error, created_at, expires_at,
       finished_at)
     select gen_random_uuid(), 'Email', $2, email, id, site_id, $3, $4, case when $5::text is null then 1 else 4 end, $5,
       now() - interval '3 hours', now() + interval '2 hours', now() - interval '2 hours'
     from app_user where email = $1`,
    [email, columns.kind, columns.status, columns.subject, columns.error ?? null],
  )
}

async function someone(name: string, site = 'Lincoln Harbour High School') {
  return makePerson(portal, { name: `${name} ${++count}`, role: 'Viewer', site })
}

test('without a mail server, the administrator finds the reset email in the log and its receiver can sign in', async () => {
  const person = await someone('Priya Raman')
  await forget(person.email)
  const { page, faults } = await visit()
  await signIn(page, portal.url)
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('menuitem', { name: 'ADMIN' }).click()
  await page.getByRole('heading', { name: 'Administration' }).waitFor()
  await page.getByRole('link', { name: 'Notifications', exact: true }).click()
  await page.waitForURL('**/admin/notifications')
  const here = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current=page]')
  expect(await here.allInnerTexts()).toEqual(['NOTIFICATIONS'])
  expect(await page.title()).toBe('EoT | ADMIN | NOTIFICATIONS')
  const row = rows(page).getByRole('row', { name: person.name })
  for (const text of [person.email, 'Reset your password', 'Kept']) await row.getByText(text).waitFor()
  await row.getByRole('link', { name: person.name }).click()
  const text = (await drawer(page).locator('pre').textContent()) ?? ''
  expect(text).toContain(`Hello ${person.name},`)
  const [link = ''] = /http:\S+\/reset\?\S+/.exec(text) ?? []

  const receiver = await visit()
  await receiver.page.goto(link.replace(/^http:\/\/localhost:\d+/, portal.url))
  await receiver.page.getByLabel('New password').fill('a fine new phrase')
  await receiver.page.getByRole('button', { name: 'Save password' }).click()
  await receiver.page.waitForURL('**/login')
  await signIn(receiver.page, portal.url, { ...person, password: 'a fine new phrase' })

  await page.getByRole('button', { name: 'Refresh' }).click()
  await rows(page).getByText('Your password was changed').waitFor()
  expect(await portal.sql(`select action from audit_entry where action = 'mail.read'`)).toHaveLength(1)
  expect([...faults, ...receiver.faults]).toEqual([])
})

test('a failed notice is sent again from its drawer, and an email with a password leads to its user instead', async () => {
  const person = await someone('Bounced Bo')
  await makeMail(person.email, {
    kind: 'PasswordChanged',
    subject: 'Your password was changed',
    status: 'failed',
  })
  const { page, faults } = await visit()
  await signIn(page, portal.url)
  await page.goto(`${portal.url}/admin/notifications?search=bounced`)
  await rows(page).getByRole('link', { name: person.name }).click()
  await drawer(page).getByRole('button', { name: 'Send again' }).click()
  await page.getByText('The email will be sent again').waitFor()
  await expect.poll(() => rows(page).getByRole('link').count()).toBe(2)

  const guest = await someone('Invited Ida')
  await makeMail(guest.email, { kind: 'Invitation', subject: 'Welcome to EoT LIVE', status: 'failed' })
  await page.goto(`${portal.url}/admin/notifications?search=invited`)
  await rows(page).getByRole('link', { name: guest.name }).click()
  await drawer(page).getByText('so it is not sent again').waitFor()
  expect(await drawer(page).getByRole('button', { name: 'Send again' }).count()).toBe(0)
  await drawer(page).getByRole('link', { name: 'Open user' }).click()
  await page.getByRole('heading', { name: guest.name }).waitFor()
  expect(faults).toEqual([])
})

test('the log is searched, filtered and sorted, and the URL keeps the state', async () => {
  const [failed, waiting] = [await someone('Failed Farah'), await someone('Waiting Wanda')]
  const error = '550 5.1.1 no such mailbox'
  await makeMail(failed.email, {
    kind: 'Invitation',
    subject: 'Welcome to EoT LIVE',
    status: 'failed',
    error,
  })
  await makeMail(waiting.email, { kind: 'Confirmation', subject: 'Confirm your account', status: 'composed' })
  const { page, faults } = await visit()
  await signIn(page, portal.url)
  await goToLog(page)
  const state = page.getByRole('group', { name: 'Status' })
  await state.getByRole('button', { name: 'Failed' }).click()
  await rows(page).getByRole('link', { name: waiting.name }).waitFor({ state: 'detached' })
  await rows(page).getByRole('link', { name: failed.name }).waitFor()
  await page.getByRole('button', { name: 'Type: All' }).click()
  await page.getByLabel('Confirmation', { exact: true }).check()
  await page.getByRole('heading', { name: 'No emails match' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await rows(page).getByRole('link', { name: waiting.name }).waitFor()
  await searchBox(page).fill('farah')
  await expect.poll(() => rows(page).getByRole('link').allInnerTexts()).toEqual([failed.name])
  await page.reload()
  await expect.poll(() => rows(page).getByRole('link').allInnerTexts()).toEqual([failed.name])
  await rows(page).getByRole('link', { name: failed.name }).click()
  await drawer(page).getByText(error).waitFor()
  await drawer(page).getByText('4', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await drawer(page).waitFor({ state: 'detached' })
  await searchBox(page).fill('')
  await page.getByRole('button', { name: 'Recipient' }).click()
  await page
    .getByRole('columnheader', { name: 'Recipient' })
    .and(page.locator('[aria-sort=descending]'))
    .waitFor()
  expect(faults).toEqual([])
})

test('the list and its details can be used with the keyboard alone', async () => {
  const people = [await someone('First Fiona'), await someone('Second Sam')]
  for (const { email } of people)
    await makeMail(email, { kind: 'PasswordChanged', subject: 'Your password was changed', status: 'sent' })
  const { page } = await visit()
  await signIn(page, portal.url)
  await goToLog(page, '?status=Sent')
  await rows(page).getByRole('link').first().focus()
  await page.keyboard.press('Enter')
  await drawer(page).getByText('Its text was deleted').waitFor()
  const first = new URL(page.url()).searchParams.get('mail')
  await page.keyboard.press('j')
  await expect.poll(() => new URL(page.url()).searchParams.get('mail')).not.toBe(first)
  await page.keyboard.press('k')
  await expect.poll(() => new URL(page.url()).searchParams.get('mail')).toBe(first)
  await page.keyboard.press('Escape')
  await drawer(page).waitFor({ state: 'detached' })
})

test('only users with the permission see the log in the navigation', async () => {
  const { page, faults } = await visit()
  const head = await makePerson(portal, {
    name: 'Harbour Head',
    role: 'Site Administrator',
    site: 'Lincoln Harbour High School',
  })
  await signIn(page, portal.url, head)
  const links = await page.getByRole('navigation', { name: 'Main' }).getByRole('link').allInnerTexts()
  expect(links).not.toContain('ADMIN')
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('menuitem', { name: 'ACCOUNT INFO' }).waitFor()
  expect(await page.getByRole('menuitem', { name: 'ADMIN' }).count()).toBe(0)
  for (const path of ['/admin', '/admin/notifications']) {
    await page.goto(portal.url + path)
    await page.getByRole('heading', { name: 'Page Not Found' }).waitFor()
  }
  expect(faults).toEqual([])
})

describe.each(screens)('at $width px', (screen) => {
  test('the log is accessible and fits the screen with all kinds of entries', async () => {
    const person = await someone(`Elena Fischer`)
    await forget(person.email)
    const error = '451 4.3.0 the mailbox is full, try again later'
    for (const [status, kind, subject] of [
      ['sent', 'PasswordChanged', 'Your password was changed'],
      ['failed', 'Invitation', 'Welcome to EoT LIVE'],
      ['expired', 'SiteRegistration', 'Confirm your account and your site'],
      ['composed', 'TemporaryPassword', 'Your temporary password'],
    ] as const)
      await makeMail(person.email, { kind, subject, status, ...(status === 'failed' && { error }) })
    const { page, faults } = await visit(screenOptions(screen))
    const found: string[] = []
    await signIn(page, portal.url)
    const inspect = async (name: string) => {
      await settle(page)
      found.push(...(await look(page, name, screen)))
    }
    await page.goto(`${portal.url}/admin`)
    await page.getByRole('heading', { name: 'Administration' }).waitFor()
    await inspect('admin')
    await goToLog(page, `?search=${person.email}`)
    await rows(page).getByText('Welcome to EoT LIVE').waitFor()
    await inspect('email-log-searched')
    await goToLog(page)
    await rows(page).getByText('Welcome to EoT LIVE').first().waitFor()
    await inspect('email-log')
    await rows(page).getByRole('link', { name: person.name }).first().click()
    await drawer(page).locator('pre').or(drawer(page).getByText('Its text was deleted')).first().waitFor()
    await goToLog(page, `?search=${person.email}&status=Kept`)
    await rows(page).getByRole('link', { name: person.name }).click()
    await drawer(page).getByText('Someone, most likely you').waitFor()
    await inspect('email-log-kept')
    await goToLog(page, `?search=${person.email}&status=Failed`)
    await rows(page).getByRole('link', { name: person.name }).click()
    await drawer(page).getByText(error).waitFor()
    await inspect('email-log-failed')
    await goToLog(page, '?search=nobody-has-this')
    await page.getByRole('heading', { name: 'No emails match' }).waitFor()
    await inspect('email-log-nothing')
    const [empty] = await portal.sql<{ id: string }>(`select id from site where name = 'Empty Hall'`)
    await goToLog(page, `?siteId=${empty?.id}`)
    await page.getByRole('heading', { name: 'No emails yet' }).waitFor()
    await inspect('email-log-empty')
    expect([...found, ...faults]).toEqual([])
  })
})

test('a log that fails to load says so, and loads on retry', async () => {
  const { page } = await visit()
  await signIn(page, portal.url)
  await portal.whileLocked('message', async () => {
    await goToLog(page)
    await page.getByRole('status').getByText('Loading').first().waitFor()
  })
  await page.getByRole('table', { name: 'Email log' }).waitFor()
  await goToLog(page, '?mail=01999999-9999-7999-8999-999999999999')
  await page.getByText("This email is no longer in the log, or you don't have access to it.").waitFor()
})
