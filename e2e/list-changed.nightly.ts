import { sites } from '@eot/contract/sites'
import { subscriptions } from '@eot/contract/subscriptions'
import { lists } from '@eot/contract/user-lists'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Ask, signInToApi } from './src/api.ts'
import { useBrowser } from './src/browser.ts'
import { type MailPortal, startMailPortal } from './src/mail-portal.ts'
import { makePerson, type Person } from './src/people.ts'
import { makeRoom, type Room } from './src/rooms.ts'
import { haveSession } from './src/screens.ts'
import { connectSensor } from './src/sensor-client.ts'

const visit = useBrowser()
let portal: MailPortal
let ask: Ask
let ann: Person
let ben: Person
let listId: string
let siteId: string

/** Two emails to a person are at least a minute apart. */
const patience = { timeout: 120_000 }

beforeAll(async () => {
  portal = await startMailPortal()
  ask = await signInToApi(portal.url)
  siteId = (await ask(sites.create, { body: { Name: 'North Hall' } })).Id
  ann = await makePerson(portal, { name: 'Ann Before', role: 'Site Staff', site: 'North Hall' })
  ben = await makePerson(portal, { name: 'Ben After', role: 'Site Staff', site: 'North Hall' })
  const [first] = await portal.sql<{ id: string }>("select id from app_user where full_name = 'Ann Before'")
  const list = await ask(lists.create, { body: { Name: 'Deans', Site: siteId, Users: [first?.id ?? ''] } })
  listId = list.Id
  const always = { StartTime: 0, EndTime: 24, Saturday: true, Sunday: true }
  await ask(subscriptions.create, {
    body: {
      ...{ Name: 'All', Site: siteId, Devices: 'All', Lists: [listId], ...always },
      Events: ['AlertStarted', 'AlertEnded'],
    },
  })
})
afterAll(() => portal?.stop())

async function report(room: Room, samples: object | object[]): Promise<void> {
  const sensor = await connectSensor(portal.mqttUrl, room)
  await sensor.publish(samples)
  await sensor.close()
}

const subjectsTo = ({ email }: Person) =>
  portal.mails.filter(({ receivers }) => receivers.includes(email)).map(({ subject }) => subject ?? '')

test('who leaves a list while an alert is open hears of its end, and who joins hears of the next one', async () => {
  const [gym, hall] = [await makeRoom(ask, 'Gym', siteId), await makeRoom(ask, 'Hall', siteId)]
  const startMs = Date.now() - 60_000
  await report(gym, { at: startMs, readings: { vape: 90 } })
  await expect.poll(() => subjectsTo(ann), patience).toEqual([expect.stringMatching(/^Vape in Gym/)])

  const { page, faults } = await visit()
  await haveSession(page, portal.url)
  await page.goto(`${portal.url}/site/user-lists?siteId=${siteId}&open=${listId}`)
  const form = page.locator('form')
  for (const { name } of [ann, ben]) await form.getByRole('checkbox', { name }).click()
  await page.getByRole('button', { name: /^Save/ }).click()
  await page.getByText('Ben After').first().waitFor()
  await expect
    .poll(() =>
      portal.sql('select from user_list_user join app_user on id = user_id where full_name like $1', [
        'Ben%',
      ]),
    )
    .toHaveLength(1)

  // Two calm samples half a minute apart end it.
  const calm = [10, 50].map((seconds) => ({ at: startMs + seconds * 1000, readings: { vape: 1 } }))
  await report(gym, calm)
  await report(hall, { readings: { vape: 90 } })
  await expect.poll(() => subjectsTo(ben), patience).toEqual([expect.stringMatching(/^Vape in Hall/)])
  await expect
    .poll(() => subjectsTo(ann), patience)
    .toEqual([expect.stringMatching(/^Vape in Gym/), expect.stringMatching(/^Ended: Vape in Gym/)])
  expect(subjectsTo(ben)).toHaveLength(1)
  expect(faults).toEqual([])
})
