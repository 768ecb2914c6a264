import { alerts } from '@eot/contract/alerts'
import { sites } from '@eot/contract/sites'
import { subscriptions } from '@eot/contract/subscriptions'
import { lists } from '@eot/contract/user-lists'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Ask, signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { linkIn, type MailPortal, startMailPortal } from './src/mail-portal.ts'
import { makePerson, type Person } from './src/people.ts'
import { makeRoom } from './src/rooms.ts'
import { fillSignIn, haveSession } from './src/screens.ts'
import { connectSensor } from './src/sensor-client.ts'
import { pick, row, save } from './src/subscription-form.ts'

const visit = useBrowser()
let portal: MailPortal
let ask: Ask
let teacher: Person
let janitor: Person
let siteId: string

/** Where it is 11 PM now, so that the night of the test does not depend on when it runs. */
function nightZone(): string {
  const ahead = (23 - new Date().getUTCHours() + 24) % 24
  const hours = ahead > 12 ? ahead - 24 : ahead
  // These zones count the other way round: Etc/GMT-3 is three hours ahead.
  return hours === 0 ? 'Etc/GMT' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`
}

beforeAll(async () => {
  portal = await startMailPortal()
  ask = await signInToApi(portal.url)
  siteId = (await ask(sites.create, { body: { Name: 'Boarding House', TimeZone: nightZone() } })).Id
  const staff = { role: 'Site Staff', site: 'Boarding House' } as const
  teacher = await makePerson(portal, { name: 'Tessa Night', ...staff })
  janitor = await makePerson(portal, { name: 'Jan Day', ...staff })
  const idOf = async ({ name }: Person) =>
    (await portal.sql<{ id: string }>('select id from app_user where full_name = $1', [name]))[0]?.id ?? ''
  await ask(lists.create, { body: { Name: 'Night duty', Site: siteId, Users: [await idOf(teacher)] } })
  const everyDay = { Saturday: true, Sunday: true }
  await ask(subscriptions.create, {
    body: {
      ...{ Name: 'By day', Site: siteId, Devices: 'All', Users: [await idOf(janitor)] },
      ...{ StartTime: 7, EndTime: 19, Events: ['AlertStarted'], ...everyDay },
    },
  })
})
afterAll(() => portal?.stop())

test('the teacher on duty at night is told, confirms on the phone by the link, and the day shift is left in peace', async () => {
  const manager = await visit()
  await haveSession(manager.page, portal.url)
  await manager.page.goto(`${portal.url}/subscriptions?siteId=${siteId}&add=true`)
  await manager.page.getByRole('textbox', { name: 'Name' }).fill('Nights')
  await manager.page.getByRole('button', { name: 'Nights' }).click()
  await pick(manager.page, 'Tell', 'night', /^Night duty/)
  await manager.page.keyboard.press('Escape')
  await save(manager.page)
  await row(manager.page, 'Nights').waitFor()

  const room = await makeRoom(ask, 'Dormitory 2', siteId)
  const sensor = await connectSensor(portal.mqttUrl, room)
  await sensor.publish({ readings: { vape: 90 } })
  await sensor.close()
  await expect.poll(() => portal.mails.length, { timeout: 60_000 }).toBe(1)
  const [mail] = portal.mails
  expect(mail?.receivers).toEqual([teacher.email])
  expect(mail?.subject).toMatch(/^Vape in Dormitory 2, Boarding House/)

  const phone = await visit({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })
  if (mail) await phone.page.goto(linkIn(mail, '/confirm-alert'))
  await phone.page.waitForURL('**/login')
  await fillSignIn(phone.page, teacher)
  await phone.page.getByRole('button', { name: 'Real', exact: true }).tap()
  await phone.page.getByRole('status').getByText('Confirmed by Tessa Night').waitFor()
  const { Items = [] } = await ask(alerts.list, { query: { deviceId: [room.id] } })
  expect(Items).toMatchObject([{ Confirmed: true, Disposition: 'Real' }])

  await manager.page.goto(`${portal.url}/alerts?siteId=${siteId}&alert=${Items[0]?.Id}`)
  await manager.page.getByRole('heading', { name: 'Who was told' }).waitFor()
  const told = manager.page.getByRole('listitem').filter({ hasText: 'Tessa Night' })
  await told.filter({ visible: true }).first().waitFor()
  expect(await manager.page.getByText('Jan Day').count()).toBe(0)
  expect([...manager.faults, ...phone.faults]).toEqual([])
})
