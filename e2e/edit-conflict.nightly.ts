import { users } from '@eot/contract/users'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { look, screenOptions, screens, settle } from './src/look.ts'
import { makePerson, type Person } from './src/people.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { signIn } from './src/screens.ts'

const visit = useBrowser()
let portal: TestPortal
let maria: Person

beforeAll(async () => {
  portal = await startPortal()
  maria = await makePerson(portal, { name: 'Maria Reyes', role: 'System Administrator' })
})
afterAll(() => portal?.stop())

let count = 0

/** A user whose form is open in one browser, and a save of the same user by Maria elsewhere. */
async function editTogether(
  page: Page,
  theirs: { FullName?: string; UserTitle?: string; PhoneNumber?: string },
) {
  const name = `Dayo Okafor ${++count}`
  await makePerson(portal, { name, role: 'Site Staff' })
  const [row] = await portal.sql<{ id: string }>('select id from app_user where full_name = $1', [name])
  const id = row?.id ?? ''
  await signIn(page, portal.url)
  await page.goto(`${portal.url}/users?user=${id}`)
  await field(page, 'Full name').waitFor()
  await settle(page)
  const ask = await signInToApi(portal.url, maria)
  await ask(users.update, { params: { id }, body: theirs })
  return { id, name, read: () => ask(users.get, { params: { id } }) }
}

const field = (page: Page, name: string) =>
  page.locator('.drawer').getByRole('textbox', { name, exact: true })
const save = (page: Page) =>
  page.locator('.drawer').getByRole('button', { name: 'Save', exact: true }).click()
const dialog = (page: Page) => page.getByRole('dialog', { name: /^Maria Reyes changed this/ })
/** The console reports the 409 response. */
const unexpected = (faults: string[]) => faults.filter((fault) => !fault.startsWith('Failed to load'))

test('whoever saves second sees who changed what, chooses where both changed a field, and loses nothing', async () => {
  const { page, faults } = await visit()
  const { read } = await editTogether(page, { FullName: 'Dayo Adeyemi', PhoneNumber: '+1 507 555 0164' })
  await field(page, 'Full name').fill('Dayo O. Okafor')
  await field(page, 'Job title').fill('Hall monitor')
  await save(page)
  await dialog(page).getByText('Only you changed this').waitFor()
  await dialog(page).getByText('Only Maria Reyes changed this').waitFor()
  const saveChosen = dialog(page).getByRole('button', { name: 'Save these values' })
  expect(await saveChosen.isDisabled()).toBe(true)
  await dialog(page).getByRole('radio', { name: 'Full name, Yours: Dayo O. Okafor' }).check()
  await saveChosen.click()
  await page.getByText('Dayo O. Okafor was saved').waitFor()
  expect(await read()).toMatchObject({
    FullName: 'Dayo O. Okafor',
    UserTitle: 'Hall monitor',
    PhoneNumber: expect.stringContaining('555'),
  })
  expect(unexpected(faults)).toEqual([])
})

test('if both changed different fields, both changes are kept', async () => {
  const { page, faults } = await visit()
  const { read } = await editTogether(page, { UserTitle: 'Deputy' })
  await field(page, 'Full name').fill('Dayo Renamed')
  await save(page)
  await dialog(page).getByRole('button', { name: 'Save both changes' }).click()
  await page.getByText('Dayo Renamed was saved').waitFor()
  expect(await read()).toMatchObject({ FullName: 'Dayo Renamed', UserTitle: 'Deputy' })
  expect(unexpected(faults)).toEqual([])
})

test('the own changes can be discarded, or kept for further editing', async () => {
  const { page, faults } = await visit()
  const { read } = await editTogether(page, { UserTitle: 'Deputy' })
  await field(page, 'Job title').fill('Hall monitor')
  await save(page)
  await dialog(page).getByRole('button', { name: 'Keep editing' }).click()
  expect(await field(page, 'Job title').inputValue()).toBe('Hall monitor')
  await save(page)
  await dialog(page).getByRole('button', { name: 'Discard mine' }).click()
  await expect.poll(() => field(page, 'Job title').inputValue()).toBe('Deputy')
  await field(page, 'Job title').fill('Principal')
  await save(page)
  await page.getByText('was saved').waitFor()
  expect(await read()).toMatchObject({ UserTitle: 'Principal' })
  expect(unexpected(faults)).toEqual([])
})

describe.each(screens)('at $width px', (screen) => {
  test('the comparison is accessible and fits the screen', async () => {
    const { page } = await visit(screenOptions(screen))
    await editTogether(page, { FullName: 'Dayo Adeyemi', PhoneNumber: '+1 507 555 0164' })
    await field(page, 'Full name').fill('Dayo O. Okafor')
    await field(page, 'Job title').fill('Hall monitor')
    await save(page)
    await dialog(page).getByText('Only you changed this').waitFor()
    expect(await look(page, 'edit-conflict', screen)).toEqual([])
  })
})
