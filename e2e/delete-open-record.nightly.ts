import { groups } from '@eot/contract/device-groups'
import { devices } from '@eot/contract/devices'
import { sites } from '@eot/contract/sites'
import { systemMessages } from '@eot/contract/system-messages'
import { lists } from '@eot/contract/user-lists'
import { users } from '@eot/contract/users'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Ask, signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { settle } from './src/look.ts'
import { makePerson } from './src/people.ts'
import { startPortal, type TestPortal } from './src/portal.ts'
import { makeRoom } from './src/rooms.ts'
import { signIn } from './src/screens.ts'

const visit = useBrowser()
let portal: TestPortal
let ask: Ask
let siteId: string

beforeAll(async () => {
  portal = await startPortal()
  ask = await signInToApi(portal.url)
  siteId = (await ask(sites.create, { body: { Name: 'North Hall' } })).Id
})
afterAll(() => portal?.stop())

interface Case {
  record: string
  make: () => Promise<string>
  /** The page that shows it, without its id. */
  page: string
  button: string
  confirm: string
  /** The label of a field that has to be filled before, which ends with what to type. */
  type?: RegExp
  done: string
}

const cases: Case[] = [
  {
    record: 'deleted device group',
    make: async () => (await ask(groups.create, { body: { Name: 'Labs', Site: siteId } })).Id,
    page: '/site/device-groups?open=',
    button: 'Delete group',
    confirm: 'Delete group',
    done: 'Labs was deleted',
  },
  {
    record: 'deleted user list',
    make: async () => (await ask(lists.create, { body: { Name: 'Deans', Site: siteId } })).Id,
    page: '/site/user-lists?open=',
    button: 'Delete list',
    confirm: 'Delete list',
    done: 'Deans was deleted',
  },
  {
    record: 'deleted system message',
    make: async () => (await ask(systemMessages.create, { body: { Title: 'Drill' } })).Id,
    page: '/admin/system-messages?open=',
    button: 'Delete message',
    confirm: 'Delete message',
    done: '“Drill” was deleted',
  },
  {
    record: 'deleted user',
    async make() {
      await makePerson(portal, { name: 'Rui Nakamura', role: 'Viewer' })
      return (await ask(users.list, { query: { search: 'Rui Nakamura' } })).Items?.[0]?.Id ?? ''
    },
    page: '/users?user=',
    button: 'Delete',
    confirm: 'Delete',
    done: 'Rui Nakamura was deleted',
  },
  {
    record: 'deleted device',
    make: async () => (await makeRoom(ask, 'Depot', siteId)).id,
    page: '/devices?deviceId=',
    button: 'Delete',
    confirm: 'Delete device',
    done: 'Depot deleted',
  },
  {
    record: 'released device',
    make: async () => (await makeRoom(ask, 'Library', siteId)).id,
    page: '/devices?deviceId=',
    button: 'Release',
    confirm: 'Release device',
    type: /^Type the end of its hardware address/,
    done: 'Library is in the inventory',
  },
]

/** Holds back the answer to whatever changes the record, though the server has carried it out. */
async function holdAnswer(page: Page, id: string) {
  const carriedOut = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  await page.route(new RegExp(`/api/[^?]*${id}`), async (route) => {
    if (route.request().method() === 'GET') return route.fallback()
    const response = await route.fetch()
    carriedOut.resolve()
    await released.promise
    await route.fulfill({ response })
  })
  return { carriedOut: carriedOut.promise, release: () => released.resolve() }
}

test.each(cases)('a $record is not read again by the live event that precedes the answer', async (one) => {
  const id = await one.make()
  const { page, faults } = await visit()
  await signIn(page, portal.url)
  const answer = await holdAnswer(page, id)
  await page.goto(portal.url + one.page + id)
  await page.getByRole('button', { name: one.button, exact: true }).click()
  await page.getByText(/^Live/).first().waitFor()
  await settle(page)
  const reads: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'GET' && pathname.includes(id)) reads.push(pathname)
  })
  if (one.type) {
    const end = /, (.+)$/.exec(await page.getByText(one.type).innerText())?.[1] ?? ''
    await page.getByLabel(one.type).fill(end.replace(':', '').toLowerCase())
  }
  await page.getByRole('dialog').getByRole('button', { name: one.confirm, exact: true }).last().click()
  await answer.carriedOut
  // Changes are fetched in the order of their events. So once this one is, that of the deletion has been.
  const refreshed = page.waitForRequest(/\/api\/sites\/[^/]+\/path/)
  await ask(sites.create, { body: { Name: `Annex for ${one.record}` } })
  await refreshed
  answer.release()
  await page.getByText(one.done).waitFor()
  expect([...reads, ...faults]).toEqual([])
})

test('the page of a device that another user deletes says so and leads to the devices of the site', async () => {
  const room = await makeRoom(ask, 'Attic', siteId)
  const { page, faults } = await visit()
  await signIn(page, portal.url)
  await page.goto(`${portal.url}/devices?siteId=${siteId}&deviceId=${room.id}`)
  await page.getByRole('heading', { name: 'Alert rules' }).waitFor()
  await page.getByText(/^Live/).first().waitFor()
  await settle(page)
  await ask(devices.remove, { params: { id: room.id } })
  await page.getByRole('heading', { name: 'Device Not Found' }).waitFor()
  await page.getByRole('link', { name: 'All devices' }).click()
  await page.getByRole('heading', { name: 'Devices', level: 1 }).waitFor()
  expect(new URL(page.url()).search).toBe(`?siteId=${siteId}`)
  // The browser reports the response 404.
  expect(faults.filter((fault) => !fault.includes('404'))).toEqual([])
})
