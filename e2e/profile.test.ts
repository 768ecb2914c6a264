import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useBrowser } from './src/browser.ts'
import { look, screenOptions, screens, settle } from './src/look.ts'
import { makePerson } from './src/people.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { signIn } from './src/screens.ts'

const visit = useBrowser()
let portal: TestPortal

beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

describe.each(screens)('at $width px and $theme', (screen) => {
  const { width, theme } = screen
  test('users edit their own name, title, phone and notices, and a wrong number is refused at its field', async () => {
    const person = await makePerson(portal, { name: `Paula ${width} ${theme}`, role: 'Viewer' })
    const { page, faults } = await visit(screenOptions(screen))
    await signIn(page, portal.url, person)
    await page.goto(`${portal.url}/account-info`)
    const profile = page.getByRole('region', { name: 'Profile' })
    await profile.getByRole('button', { name: 'Edit' }).click()
    await profile.getByLabel('Full name').fill('Paula Profile')
    await profile.getByLabel('Title').fill('Nurse')
    await profile.getByLabel('Phone').fill('507 555')
    await profile.getByRole('switch', { name: 'Notices by text message' }).check()
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
