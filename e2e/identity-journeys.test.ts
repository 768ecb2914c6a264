import { devices } from '@eot/contract/devices'
import { users } from '@eot/contract/users'
import { hashSecretToken } from '@eot/server/platform/secret-token'
import { temporaryPasswordOf } from '@eot/server/test/second-factor'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Ask, signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { linkIn, type MailPortal, startMailPortal } from './src/mail-portal.ts'
import { makePerson } from './src/people.ts'
import { rare } from './src/rare.ts'
import { fillSignIn, signInByForm, signOut } from './src/screens.ts'

const visit = useBrowser()
let portal: MailPortal
let ask: Ask
let count = 0
const chosen = 'an orchard of my own'

beforeAll(async () => {
  // The page /register exists only in development.
  vi.stubEnv('NODE_ENV', 'development')
  portal = await startMailPortal()
  vi.unstubAllEnvs()
  ask = await signInToApi(portal.url)
})
afterAll(() => portal?.stop())

/** An unclaimed device, as delivered. */
async function boxedDevice(claimCode?: string): Promise<string> {
  const Mac = `A4:CF:12:00:0A:0${++count}`
  const { Id } = await ask(devices.create, { body: { Name: 'In its box', Mac, SiteId: null } })
  if (claimCode)
    await portal.sql('update device set claim_code_hash = $1 where id = $2', [hashSecretToken(claimCode), Id])
  return Mac
}

async function fillPerson(page: Page, email: string) {
  await page.getByLabel('Full name').fill('Ines Okafor')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Next' }).click()
}

test('a visitor registers a site with a new device and gets to its dashboard', async () => {
  const mac = await boxedDevice()
  const email = 'ines@harbour.example'
  const { page, faults } = await visit()
  await page.goto(`${portal.url}/login`)
  await page.getByRole('link', { name: 'Register a site' }).click()

  const current = () => page.locator('[aria-current=step]').innerText()
  expect(await current()).toBe('Device')
  await page.getByLabel('Hardware address').fill(mac.toLowerCase().replaceAll(':', '-'))
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('Full name').waitFor()
  expect(await current()).toBe('You')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect
    .poll(() => page.getByRole('alert').allInnerTexts())
    .toEqual(['Please enter a name', 'Please enter a valid email address'])
  await fillPerson(page, email)
  await page.getByLabel('Site name').fill('Harbour School')
  await page.getByRole('button', { name: 'Back' }).click()
  expect(await page.getByLabel('Email').inputValue()).toBe(email)
  await page.getByRole('button', { name: 'Next' }).click()
  expect(await page.getByLabel('Site name').inputValue()).toBe('Harbour School')
  await page.getByLabel('City').fill('Bergen')
  await page.getByRole('combobox', { name: 'Time zone' }).click()
  await page.getByPlaceholder('Find a time zone').fill('oslo')
  await page.getByRole('option', { name: /Europe\/Oslo/ }).click()
  await page.getByRole('button', { name: 'Register' }).click()
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()

  const mail = await portal.mailTo(email, 'Confirm your account and your site')
  await page.goto(linkIn(mail, '/confirm'))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.waitForURL('**/update-password?*')
  await page.getByLabel('NEW PASSWORD').fill(chosen)
  await page.getByRole('button', { name: 'Save and sign in' }).click()
  await page.waitForURL('**/dashboard')
  await page.getByRole('heading', { name: 'Harbour School', level: 1 }).waitFor()
  await page.goto(`${portal.url}/devices`)
  await page.getByText(mac).waitFor()
  expect(faults).toEqual([])

  await signOut(page)
  await page.goto(linkIn(mail, '/confirm'))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('alert').getByText('The link is invalid or has expired').waitFor()
})

rare(
  'a device with a claim code can be registered only with that code, and a device of another site never',
  async () => {
    const mac = await boxedDevice('K7-QX-11')
    const { page } = await visit()
    await page.goto(`${portal.url}/register-flysense-site`)
    await page.getByRole('heading', { name: 'Register a FlySense site' }).waitFor()
    await page.getByLabel('Hardware address').fill('A4:CF:12')
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('alert').getByText('Please enter all 12 characters of the address').waitFor()
    await page.getByLabel('Hardware address').fill('00:00:00:00:00:01')
    await page.getByRole('button', { name: 'Next' }).click()
    await page
      .getByRole('alert')
      .getByText(/cannot be registered/)
      .waitFor()

    await page.getByLabel('Hardware address').fill(mac)
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByLabel('Claim code').fill('wrong')
    await page.getByRole('button', { name: 'Next' }).click()
    await fillPerson(page, 'claimer@example.org')
    await page.getByLabel('Site name').fill('Claimed School')
    await page.getByRole('button', { name: 'Register' }).click()
    // The error is shown at the step it belongs to, and the other steps keep their values.
    await page
      .getByRole('alert')
      .getByText(/cannot be registered/)
      .waitFor()
    await page.getByLabel('Claim code').fill('K7-QX-11')
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('button', { name: 'Register' }).click()
    await page.getByRole('heading', { name: 'Check your email' }).waitFor()
    await portal.mailTo('claimer@example.org', 'Confirm your account and your site')
  },
)

rare('the claim code of one device is not asked for another', async () => {
  const coded = await boxedDevice('K7-QX-12')
  const plain = await boxedDevice()
  const { page } = await visit()
  await page.goto(`${portal.url}/register-site`)
  const address = page.getByLabel('Hardware address')
  const next = () => page.getByRole('button', { name: 'Next' }).click()
  await address.fill(coded)
  await next()
  await page.getByLabel('Claim code').fill('K7-QX-12')
  await address.fill(plain)
  await page.getByLabel('Claim code').waitFor({ state: 'detached' })
  await next()
  await page.getByLabel('Full name').waitFor()
  await page.getByRole('button', { name: 'Back' }).click()
  await address.fill(coded)
  await next()
  expect(await page.getByLabel('Claim code').inputValue()).toBe('')
  await next()
  await page.getByRole('alert').getByText('Please enter the claim code').waitFor()
})

rare(
  'a site whose registration got no response is not lost: the page says where to look, and asks before it is left',
  async () => {
    const mac = await boxedDevice()
    const { page } = await visit()
    await page.goto(`${portal.url}/register-site`)
    await page.getByLabel('Hardware address').fill(mac)
    await page.getByRole('button', { name: 'Next' }).click()
    await fillPerson(page, 'lost@harbour.example')
    await page.getByLabel('Site name').fill('Lost School')
    await page.route(
      '**/registersite',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    const register = page.getByRole('button', { name: 'Register' })
    await register.click()
    await page.getByRole('alert').first().waitFor()
    await register.click()
    await page.getByRole('alert').getByText('If you have just registered it, check your email.').waitFor()
    await page.getByRole('link', { name: 'Back to sign-in' }).click()
    await page.getByRole('dialog', { name: 'Discard your changes?' }).waitFor()
    await portal.mailTo('lost@harbour.example', 'Confirm your account and your site')
  },
)

test('a forgotten password is reset by the link in an email, which works once and ends all sessions', async () => {
  const somebody = await makePerson(portal, { name: 'Rosa Reset', role: 'Viewer' })
  const elsewhere = await visit()
  await signInByForm(elsewhere.page, portal.url, somebody)
  const { page, faults } = await visit()
  await page.goto(`${portal.url}/login`)
  await page.getByLabel('EMAIL').fill(somebody.email)
  await page.getByRole('link', { name: 'FORGOT PASSWORD' }).click()
  await page.getByRole('button', { name: 'Send link' }).waitFor()
  expect(await page.getByLabel('EMAIL').inputValue()).toBe(somebody.email)
  await page.getByRole('button', { name: 'Send link' }).click()
  const notice = await page.getByRole('status').innerText()

  const link = linkIn(await portal.mailTo(somebody.email, 'Reset your password'), '/reset')
  await page.goto(link)
  await page.getByLabel('NEW PASSWORD').fill(chosen)
  await page.getByRole('button', { name: 'Save password' }).click()
  await page.waitForURL('**/login')
  await page.getByRole('status').getByText('Your password was changed').waitFor()
  expect(await page.getByLabel('EMAIL').inputValue()).toBe(somebody.email)
  await elsewhere.page.waitForURL('**/login?invalid=sessionExpired')
  await page.getByLabel('PASSWORD', { exact: true }).fill(chosen)
  await page.getByRole('button', { name: 'LOG IN' }).click()
  await page.waitForURL('**/dashboard')
  expect(faults).toEqual([])

  const later = await visit()
  await later.page.goto(link)
  await later.page.getByLabel('NEW PASSWORD').fill('another orchard of mine')
  await later.page.getByRole('button', { name: 'Save password' }).click()
  await later.page.getByRole('alert').getByText('The link is invalid or has expired').waitFor()

  await later.page.goto(`${portal.url}/password`)
  await later.page.getByLabel('EMAIL').fill('nobody.at.all@example.org')
  await later.page.getByRole('button', { name: 'Send link' }).click()
  const alike = await later.page.getByRole('status').innerText()
  expect(alike.replace('nobody.at.all@example.org', somebody.email)).toBe(notice)
})

test('an invited user signs in with the temporary password and chooses a new one', async () => {
  const [role] = await portal.sql<{ id: string }>(`select id from role where name = 'Viewer'`)
  const email = 'invited@example.org'
  await ask(users.create, { body: { FullName: 'Inga Invited', Email: email, UserRole: role?.id ?? '' } })
  const temporary = temporaryPasswordOf((await portal.mailTo(email, 'Welcome to EoT LIVE')).text ?? '')
  const { page } = await visit()
  await page.goto(`${portal.url}/login`)
  await fillSignIn(page, { email, password: temporary })
  await page.getByLabel('NEW PASSWORD').fill(chosen)
  await page.getByRole('button', { name: 'Save and sign in' }).click()
  await page.waitForURL('**/dashboard')
  await signOut(page)
  await fillSignIn(page, { email, password: temporary })
  await page.getByRole('alert').getByText('Email or password is invalid').waitFor()
  await fillSignIn(page, { email, password: chosen })
  await page.waitForURL('**/dashboard')
})

rare('in development an account is created in a site and confirmed by email', async () => {
  const [root] = await portal.sql<{ id: string }>('select id from site where parent_id is null')
  const email = 'developer@example.org'
  const { page } = await visit()
  await page.goto(`${portal.url}/register`)
  await page.getByLabel('Full name').fill('Dora Developer')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(chosen)
  await page.getByLabel('Site ID').fill(root?.id ?? '')
  await page.getByRole('button', { name: 'Register' }).click()
  await page.getByRole('status').getByText('Your account was created').waitFor()
  await fillSignIn(page, { email, password: chosen })
  await page.getByRole('alert').getByText("Account hasn't been confirmed. Check your email").waitFor()
  await page.goto(linkIn(await portal.mailTo(email, 'Confirm your account'), '/confirm'))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('status').getByText('Your account is confirmed').waitFor()
  await page.getByLabel('PASSWORD', { exact: true }).fill(chosen)
  await page.getByRole('button', { name: 'LOG IN' }).click()
  await page.waitForURL('**/dashboard')
})
