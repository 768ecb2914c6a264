import { groups } from '@eot/contract/device-groups'
import { devices } from '@eot/contract/devices'
import { models } from '@eot/contract/models'
import { sites } from '@eot/contract/sites'
import { subscriptions } from '@eot/contract/subscriptions'
import { systemMessages } from '@eot/contract/system-messages'
import { lists } from '@eot/contract/user-lists'
import { userRoles } from '@eot/contract/user-roles'
import { users } from '@eot/contract/users'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Ask, signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { settle } from './src/look.ts'
import { makePerson } from './src/people.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { makeRoom } from './src/rooms.ts'
import { haveSession } from './src/screens.ts'

const visit = useBrowser()
let portal: TestPortal
let ask: Ask
/** As another administrator, who saves first. */
let askAsMaria: Ask
let north: string
let south: string

beforeAll(async () => {
  portal = await startPortal()
  ask = await signInToApi(portal.url)
  const maria = await makePerson(portal, { name: 'Maria Reyes', role: 'System Administrator' })
  askAsMaria = await signInToApi(portal.url, maria)
  north = (await ask(sites.create, { body: { Name: 'North Hall' } })).Id
  south = (await ask(sites.create, { body: { Name: 'South Hall' } })).Id
})
afterAll(() => portal?.stop())

interface Case {
  record: string
  make: () => Promise<string>
  /** The page with the form, without the id. */
  page: string
  /** Opens the form, unless the page does. */
  open?: (page: Page) => Promise<void>
  field: string
  /** What the other administrator saves. */
  first: (id: string) => Promise<unknown>
  /** What is shown of it beside the own change. */
  shown: string[]
  /** The name of the record as stored. */
  nameOf: (id: string) => Promise<string>
}

const params = (id: string) => ({ params: { id } })

const cases: Case[] = [
  {
    record: 'device',
    make: async () => (await makeRoom(ask, 'Gym', north)).id,
    page: `/devices?edit=true&deviceId=`,
    field: 'Name',
    first: async (id) => {
      const [model] = await ask(models.all)
      const body = { Name: 'Theirs', SiteId: south, Model: model?.Id }
      return askAsMaria(devices.update, { ...params(id), body })
    },
    shown: ['Theirs', 'South Hall'],
    nameOf: async (id) => (await ask(devices.get, params(id))).Name,
  },
  {
    record: 'device model',
    make: async () =>
      (await ask(models.create, { body: { Name: 'EoT Vape', Kinds: ['vape', 'temperature'] } })).Id,
    page: '/admin/devices?view=models',
    open: (page) => page.getByRole('button', { name: 'Edit EoT Vape' }).click(),
    field: 'Name',
    first: (id) => askAsMaria(models.update, { ...params(id), body: { Name: 'Theirs', Kinds: ['vape'] } }),
    shown: ['Theirs', 'Vape'],
    nameOf: async (id) => (await ask(models.all)).find(({ Id }) => Id === id)?.Name ?? '',
  },
  {
    record: 'device group',
    make: async () => (await ask(groups.create, { body: { Name: 'Labs', Site: north } })).Id,
    page: '/site/device-groups?open=',
    field: 'Name',
    first: (id) => askAsMaria(groups.update, { ...params(id), body: { Name: 'Theirs', Site: south } }),
    shown: ['Theirs', 'South Hall'],
    nameOf: async (id) => (await ask(groups.get, params(id))).Name,
  },
  {
    record: 'user list',
    make: async () => (await ask(lists.create, { body: { Name: 'Deans', Site: north } })).Id,
    page: '/site/user-lists?open=',
    field: 'Name',
    first: (id) => askAsMaria(lists.update, { ...params(id), body: { Name: 'Theirs', Site: south } }),
    shown: ['Theirs', 'South Hall'],
    nameOf: async (id) => (await ask(lists.get, params(id))).Name,
  },
  {
    record: 'subscription',
    make: async () => {
      const { Id } = await ask(lists.create, { body: { Name: 'Custodians', Site: north } })
      const body = { Name: 'Gym at night', Site: north, Devices: 'All' as const, Lists: [Id] }
      return (await ask(subscriptions.create, { body })).Id
    },
    page: '/subscriptions?open=',
    field: 'Name',
    first: (id) => askAsMaria(subscriptions.update, { ...params(id), body: { Name: 'Theirs', EndTime: 23 } }),
    shown: ['Theirs', '07:00–23:00'],
    nameOf: async (id) => (await ask(subscriptions.get, params(id))).Name,
  },
  {
    record: 'system message',
    make: async () => (await ask(systemMessages.create, { body: { Title: 'Drill', IsActive: false } })).Id,
    page: '/admin/system-messages?open=',
    field: 'Title',
    first: async (id) => {
      const roles = await ask(userRoles.all, {})
      const UserRoles = roles.filter(({ Name }) => Name === 'Viewer').map(({ Id }) => Id)
      return askAsMaria(systemMessages.update, { ...params(id), body: { Title: 'Theirs', UserRoles } })
    },
    shown: ['Theirs', 'Viewer'],
    nameOf: async (id) => (await ask(systemMessages.get, params(id))).Title,
  },
  {
    record: 'user’s own profile',
    make: async () => (await ask(users.me)).Id,
    page: '/account-info?of=',
    open: (page) =>
      page.getByRole('region', { name: 'Profile' }).getByRole('button', { name: 'Edit' }).click(),
    field: 'Full name',
    first: (id) => askAsMaria(users.update, { ...params(id), body: { FullName: 'Theirs' } }),
    shown: ['Theirs'],
    nameOf: async () => (await ask(users.me)).FullName,
  },
]

test.each(cases)(
  'whoever saves a $record second sees what was changed and by whom, and chooses',
  async (one) => {
    const id = await one.make()
    const { page, faults } = await visit()
    await haveSession(page, portal.url)
    await page.goto(portal.url + one.page + (one.page.endsWith('=') ? id : ''))
    await one.open?.(page)
    const field = page.locator('form').getByLabel(one.field, { exact: true })
    await field.waitFor()
    await settle(page)
    await field.fill('Mine')
    await one.first(id)
    await page
      .getByRole('button', { name: /^Save( \d+ changes?| draft)?$/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: /^Maria Reyes changed this/ })
    for (const text of one.shown) await dialog.getByText(text).first().waitFor()
    await dialog.getByRole('radio', { name: `${one.field}, Yours: Mine` }).click()
    await dialog.getByRole('button', { name: 'Save these values' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => one.nameOf(id)).toBe('Mine')
    expect(faults.filter((fault) => !fault.includes('409'))).toEqual([])
  },
)
