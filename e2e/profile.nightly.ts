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

beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

describe.each(screens)('at $width px', (screen) => {
  const { width } = screen
  test('users edit their own name, job title, phone and notifications, and a wrong number is refused at its field', async () => {
    const person = await makePerson(portal, { name: `Paula ${width}`, role: 'Viewer' })
    const { page, faults } = await visit(screenOptions(screen))
    await signIn(page, portal.url, person)
    await page.goto(`${portal.url}/account-info`)
    const profile = page.getByRole('region', { name: 'Profile' })
    await profile.getByRole('button', { name: 'Edit' }).click()
    await profile.getByLabel('Full name').fill('Paula Profile')
    await profile.getByLabel('Title').fill('Nurse')
    await profile.getByLabel('Phone').fill('507 555')
    await profile.getByRole('switch', { name: 'Notifications by text message' }).check()
    await settle(page)
    const found = await look(page, 'profile-edit', screen)
    await profile.getByRole('button', { name: 'Save' }).click()
    await profile.getByText('Please enter an international number').waitFor()
    await profile.getByLabel('Phone').fill('+1 507 555 0164')
    await profile.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Your profile was saved').waitFor()
    await profile.getByText('Email, Text message').waitFor()
    if (width > 850) await page.getByRole('img', { name: 'Paula Profile' }).waitFor()
    found.push(...(await look(page, 'profile', screen)))
    const rows = await portal.sql('select * from app_user where email = $1', [person.email])
    expect(rows).toMatchObject([
      {
        full_name: 'Paula Profile',
        user_title: 'Nurse',
        phone_number: '+1 507 555 0164',
        text_enabled: true,
      },
    ])
    expect([...found, ...faults]).toEqual([])
  })
})

async function openAccount(person: Person) {
  const visited = await visit()
  await signIn(visited.page, portal.url, person)
  await visited.page.goto(`${portal.url}/account-info`)
  return { ...visited, profile: visited.page.getByRole('region', { name: 'Profile' }) }
}

const stored = (page: Page) =>
  page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok())

/** Chooses a display setting, and waits until it is stored. */
async function choose(page: Page, label: string, option: string) {
  const saved = stored(page)
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
  await saved
}

async function chooseDarkInPalette(page: Page) {
  const saved = stored(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search and commands' }).fill('dark theme')
  await page.getByRole('option', { name: /^Switch to the dark theme/ }).click()
  await saved
}

test('the profile and the display settings beside it are saved one after the other without a conflict', async () => {
  const person = await makePerson(portal, { name: 'Nela Both', role: 'Viewer' })
  const { page, profile, faults } = await openAccount(person)
  await profile.getByRole('button', { name: 'Edit' }).click()
  await profile.getByLabel('Title').fill('Nurse')
  await choose(page, 'Theme', 'Dark')
  await profile.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Your profile was saved').waitFor()
  await choose(page, 'Clock', '24-hour')
  const me = await (await signInToApi(portal.url, person))(users.me)
  expect(me).toMatchObject({ UserTitle: 'Nurse', Settings: { Theme: 'Dark', Clock: '24h' } })
  expect(faults).toEqual([])
})

test('display settings and a profile that are changed in two tabs, also by the command palette, are all kept', async () => {
  const person = await makePerson(portal, { name: 'Tova Tabs', role: 'Viewer' })
  const [one, two] = [await openAccount(person), await openAccount(person)]
  await two.profile.getByRole('button', { name: 'Edit' }).click()
  await two.profile.getByLabel('Title').fill('Nurse')
  await chooseDarkInPalette(one.page)
  await choose(two.page, 'Clock', '24-hour')
  await choose(one.page, 'Units', 'Imperial (°F)')
  await two.profile.getByRole('button', { name: 'Save' }).click()
  await two.page.getByText('Your profile was saved').waitFor()
  const me = await (await signInToApi(portal.url, person))(users.me)
  expect(me).toMatchObject({
    UserTitle: 'Nurse',
    Settings: { Theme: 'Dark', Clock: '24h', Measurement: 'Imperial' },
  })
  // The console reports the 409 response, after which the change is sent again.
  const unexpected = [...one.faults, ...two.faults].filter((fault) => !fault.includes('status of 409'))
  expect(unexpected).toEqual([])
})
