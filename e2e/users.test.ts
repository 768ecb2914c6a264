import { sites } from '@eot/contract/sites'
import { users } from '@eot/contract/users'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Ask, signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { look, screenOptions, screens, settle } from './src/look.ts'
import { makePerson, type Person } from './src/people.ts'
import { administrator, startPortal, type TestPortal } from './src/portal.ts'
import { rare } from './src/rare.ts'
import { haveSession, signIn } from './src/screens.ts'

const visit = useBrowser()
let portal: TestPortal
let ask: Ask
/** The Site Administrator of the school, who acts. */
let maria: Person

beforeAll(async () => {
  portal = await startPortal()
  ask = await signInToApi(portal.url)
  const school = await ask(sites.create, { body: { Name: 'Lincoln High School' } })
  await ask(sites.create, { body: { Name: 'Science Wing', ParentSite: school.Id } })
  await ask(sites.create, { body: { Name: 'Elsewhere' } })
  const site = 'Lincoln High School'
  maria = await makePerson(portal, { name: 'Maria Reyes', role: 'Site Administrator', site })
  await makePerson(portal, { name: 'Jonas Tran', role: 'Site Manager', site: 'Science Wing' })
  await makePerson(portal, { name: 'Sys Above', role: 'System Administrator', site })
  await makePerson(portal, { name: 'Stranger', role: 'Viewer', site: 'Elsewhere' })
  await makePerson(portal, { name: 'Tomas Grant', role: 'Viewer', site })
  await portal.sql(
    `update app_user set user_title = 'Deputy', phone_number = '+1 507 555 0164', text_enabled = true,
       force_two_factor = true, last_sign_in_at = now() - interval '26 hours' where full_name = 'Jonas Tran'`,
  )
  await portal.sql("update app_user set is_active = false where full_name = 'Tomas Grant'")
  await portal.sql(
    `insert into app_user (id, site_id, role_id, email, full_name, confirmed_at, password_hash, password_expires_at)
     select gen_random_uuid(), site.id, role.id, 'samir@example.org', 'Samir Lund', now(), 'x', now() - interval '1 day'
     from site, role where site.name = 'Science Wing' and role.name = 'Site Staff'`,
  )
})
afterAll(() => portal?.stop())

const rows = (page: Page) =>
  page.getByRole('table', { name: 'Users' }).or(page.getByRole('list', { name: 'Users' }))
const drawer = (page: Page, name: string) =>
  page.getByLabel(name, { exact: true }).and(page.locator('.drawer'))
const names = (page: Page) => rows(page).getByRole('link').allInnerTexts()
const userCalled = async (name: string) => {
  const found = await portal.sql<{
    is_active: boolean
    deleted_at: Date | null
    role: string
    email: string
  }>(
    `select app_user.*, role.name as role from app_user join role on role.id = role_id where full_name = $1`,
    [name],
  )
  return found[0]
}

test('an administrator invites a user, changes the role, deactivates, activates and deletes them', async () => {
  const { page, faults } = await visit()
  await signIn(page, portal.url, maria)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'USERS' }).click()
  await rows(page).getByRole('link', { name: 'Jonas Tran' }).waitFor()
  expect((await names(page)).toSorted()).toEqual(
    ['Jonas Tran', 'Maria Reyes', 'Samir Lund', 'Sys Above', 'Tomas Grant'].toSorted(),
  )
  await page.getByRole('button', { name: 'Add user' }).click()
  const invite = drawer(page, 'Add user')
  await invite.getByRole('button', { name: 'Send invitation' }).click()
  await invite.getByText('Please enter a name').waitFor()
  await invite.getByLabel('Full name').fill('Dayo Okafor')
  await invite.getByLabel('Email', { exact: true }).fill('dayo@example.org')
  await invite.getByRole('radio', { name: 'Site Staff' }).check()
  const above = invite.getByRole('radio', { name: 'System Administrator' })
  expect(await above.isDisabled()).toBe(true)
  await invite.getByText('above your role').waitFor()
  await invite.getByRole('button', { name: 'Send invitation' }).click()
  await page.getByText('An invitation was sent to dayo@example.org').waitFor()

  const row = rows(page).getByRole('row', { name: 'Dayo Okafor' })
  await row.getByText('Invited').waitFor()
  await row.getByRole('link').click()
  const edit = drawer(page, 'Dayo Okafor')
  await edit.getByRole('radio', { name: 'Site Manager' }).check()
  await edit.getByLabel('Job title').fill('Hall monitor')
  await edit.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Dayo Okafor was saved').waitFor()
  await row.getByText('Site Manager').waitFor()

  await row.getByRole('link').click()
  await edit.getByRole('button', { name: 'Deactivate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Deactivate Dayo Okafor?' })
  await dialog.getByText('signed out everywhere at once').waitFor()
  await dialog.getByRole('button', { name: 'Deactivate' }).click()
  await page.getByText('Dayo Okafor was deactivated').waitFor()
  await row.getByText('Inactive').waitFor()
  await page.getByRole('group', { name: 'Status' }).getByRole('button', { name: 'Inactive 2' }).click()
  await expect.poll(() => names(page)).toEqual(['Dayo Okafor', 'Tomas Grant'])

  await row.getByRole('link').click()
  await edit.getByRole('button', { name: 'Activate', exact: true }).click()
  await page.getByText('Dayo Okafor is active again').waitFor()
  await page.getByRole('group', { name: 'Status' }).getByRole('button', { name: 'All' }).click()
  await row.getByRole('link').click()
  await edit.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Dayo Okafor was deleted').waitFor()
  await row.waitFor({ state: 'detached' })
  expect(await userCalled('Dayo Okafor')).toMatchObject({
    role: 'Site Manager',
    deleted_at: expect.any(Date),
  })
  expect(faults).toEqual([])
})

rare('what is typed about a user stays when the portal fails to read the user again', async () => {
  const { page } = await visit()
  await signIn(page, portal.url, maria)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'USERS' }).click()
  await rows(page).getByRole('link', { name: 'Jonas Tran' }).click()
  const edit = drawer(page, 'Jonas Tran')
  await edit.getByLabel('Job title').fill('Dean')
  const ofUser = /\/api\/users\/[0-9a-f-]{36}$/
  await page.route(ofUser, (route) =>
    route.request().method() === 'GET' ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
  )
  const failed = page.waitForResponse((response) => ofUser.test(response.url()) && response.status() === 500)
  const { Items: [samir] = [] } = await ask(users.list, { query: { search: 'Samir' } })
  await ask(users.update, { params: { id: samir?.Id ?? '' }, body: { UserTitle: 'Teacher' } })
  await failed
  expect(await edit.getByLabel('Job title').inputValue()).toBe('Dean')
  await edit.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Jonas Tran was saved').waitFor()
})

rare('a user who ranks above is shown but cannot be changed, and the own record only in part', async () => {
  const { page, faults } = await visit()
  await haveSession(page, portal.url, maria)
  await page.goto(`${portal.url}/users`)
  await rows(page).getByRole('link', { name: 'Sys Above' }).click()
  await page.getByText('This user ranks above you').waitFor()
  expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await rows(page).getByRole('link', { name: 'Maria Reyes' }).click()
  const own = drawer(page, 'Maria Reyes')
  await own.getByText('Only another administrator can change').waitFor()
  expect(await own.getByRole('radio', { name: 'Viewer' }).isDisabled()).toBe(true)
  expect(await own.getByRole('button', { name: 'Deactivate' }).count()).toBe(0)
  await own.getByLabel('Job title').fill('Head')
  await own.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Maria Reyes was saved').waitFor()
  expect(faults).toEqual([])
})

rare('the last administrator of a site keeps the role, and the reason stands beside it', async () => {
  const { page, faults } = await visit()
  await haveSession(page, portal.url)
  await page.goto(`${portal.url}/admin/users?search=maria`)
  await rows(page).getByRole('link', { name: 'Maria Reyes' }).click()
  await portal.sql("update app_user set is_active = false where full_name = 'Sys Above'")
  const edit = drawer(page, 'Maria Reyes')
  await edit.getByRole('radio', { name: 'Viewer' }).check()
  await edit.getByRole('button', { name: 'Save' }).click()
  await edit.getByText('The last administrator of the site: appoint another first').waitFor()
  expect((await userCalled('Maria Reyes'))?.role).toBe('Site Administrator')
  await portal.sql("update app_user set is_active = true where full_name = 'Sys Above'")
  // The browser reports the response 409.
  expect(faults.filter((fault) => !fault.includes('409'))).toEqual([])
})

rare('a list is opened, filtered and left with the keyboard alone', async () => {
  const { page, faults } = await visit()
  await haveSession(page, portal.url, maria)
  await page.goto(`${portal.url}/users?twoFactor=Missing`)
  const link = rows(page).getByRole('link', { name: 'Jonas Tran' })
  await link.waitFor()
  expect(await names(page)).toEqual(['Jonas Tran'])
  await link.focus()
  await page.keyboard.press('Enter')
  const edit = drawer(page, 'Jonas Tran')
  await edit.waitFor()
  await expect
    .poll(() => edit.getByLabel('Full name').evaluate((field) => field.matches(':focus')))
    .toBe(true)
  await page.keyboard.press('Escape')
  await edit.waitFor({ state: 'detached' })
  await expect.poll(() => link.evaluate((one) => one.matches(':focus'))).toBe(true)
  expect(faults).toEqual([])
})

rare('in /admin/users the users of all sites are found', async () => {
  const { page, faults } = await visit()
  await haveSession(page, portal.url, administrator)
  await page.goto(`${portal.url}/admin/users?search=stranger`)
  await expect.poll(() => names(page)).toEqual(['Stranger'])
  expect(await page.title()).toBe('EoT | ADMIN | USERS')
  expect(faults).toEqual([])
})

describe.each(screens)('at $width px', (screen) => {
  rare(
    'the list of users, a user and the invitation are accessible, fit the screen and report no errors',
    async () => {
      const { page, faults } = await visit(screenOptions(screen))
      await haveSession(page, portal.url, maria)
      await page.goto(`${portal.url}/users`)
      await rows(page).getByRole('link', { name: 'Jonas Tran' }).waitFor()
      await settle(page)
      const found = await look(page, 'users', screen)
      await rows(page).getByRole('link', { name: 'Jonas Tran' }).click()
      await drawer(page, 'Jonas Tran').getByRole('radio', { name: 'Viewer' }).waitFor()
      await settle(page)
      found.push(...(await look(page, 'user', screen)))
      await page.goto(`${portal.url}/users?add=true`)
      await drawer(page, 'Add user').getByRole('radio', { name: 'Viewer' }).waitFor()
      await settle(page)
      found.push(...(await look(page, 'add-user', screen)))
      expect([...found, ...faults]).toEqual([])
    },
  )
})

rare('users who change their own name in the list see it everywhere at once', async () => {
  const { page, faults } = await visit()
  await haveSession(
    page,
    portal.url,
    await makePerson(portal, { name: 'Olga Own', role: 'Site Administrator' }),
  )
  await page.goto(`${portal.url}/users?search=olga`)
  await rows(page).getByRole('link', { name: 'Olga Own' }).click()
  const edit = drawer(page, 'Olga Own')
  await edit.getByLabel('Full name').fill('Olga Zimmer')
  await edit.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Olga Zimmer was saved').waitFor()
  // In the top bar, without a reload.
  await page.getByRole('img', { name: 'Olga Zimmer' }).waitFor()
  expect(faults).toEqual([])
})
