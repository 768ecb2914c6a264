import { backTests } from '@eot/contract/back-tests'
import { subscriptions } from '@eot/contract/subscriptions'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sendSamples } from '../../../../test/send-samples.ts'
import { testApp } from '../../../../test/test-app.ts'

const { call, db, ingest, make, signIn } = await testApp()
const minute = 60_000
const hour = 60 * minute
const allWeek = { StartTime: 0, EndTime: 24, Saturday: true, Sunday: true }

/** Creates a lab with vape readings of 58 and, two hours later, 76, and a school whose subscription notifies Ann. */
async function school() {
  const district = await make.site()
  const site = await make.site({ parent: district, name: 'School' })
  const device = await make.device({ site, name: 'Lab' })
  const ann = await make.user({ site, role: 'Site Administrator', full_name: 'Ann' })
  const as = await signIn(ann)
  const start = Math.floor((Date.now() - 5 * hour) / minute) * minute
  const values = [...Array(240).keys()].map((index) => (index === 20 ? 58 : index === 140 ? 76 : 5))
  const samples = values.map((vape, index) => ({ readings: { vape }, at: start + index * minute }))
  await sendSamples(ingest, device.mac, samples)
  const body = { Name: 'Labs', Site: site.id, Devices: 'All' as const, Users: [ann.id], ...allWeek }
  const { data: subscription } = await call(subscriptions.create, { body }, { as })
  const params = { id: device.id, type: 'Vape' as const }
  const run = async (query: object = {}, by = as) => call(backTests.ofRule, { params, query }, { as: by })
  return { district, site, device, ann, as, start, run, subscription }
}

const stored = async () =>
  (
    await sql`select (select count(*) from alert) as alerts, (select count(*) from notification) as notifications,
      (select count(*) from message) as messages, (select count(*) from jobs.job) as jobs,
      (select count(*) from subscription) as subscriptions`.execute(db)
  ).rows

test('a drafted rule is combined with the current subscriptions: its alerts, and messages to each person', async () => {
  const { ann, run, start } = await school()
  const before = await stored()
  const { data } = await run()
  const at = (minutes: number) => new Date(start + minutes * minute).toISOString()
  expect(data).toMatchObject({
    IsComplete: true,
    AlertCount: 2,
    Alerts: [{ At: at(20), AlertType: 'Vape' }, { At: at(140) }],
    MessageCount: 2,
    PeopleCount: 1,
    Receivers: [{ Id: ann.id, FullName: 'Ann', Channel: 'Email', MessageCount: 2 }],
  })
  expect((await run({ RaiseLevel: 60 })).data).toMatchObject({ AlertCount: 1, MessageCount: 1 })
  expect((await run({ RaiseLevel: 80 })).data).toMatchObject({
    AlertCount: 0,
    MessageCount: 0,
    Receivers: [],
  })
  expect(await stored()).toEqual(before)
})

test('it raises the alerts that the same rule really raised, and counts those without a subscription as alerts only', async () => {
  const { as, device, run, subscription } = await school()
  const real = await db
    .selectFrom('alert')
    .where('device_id', '=', device.id)
    .orderBy('started_at')
    .select('started_at')
    .execute()
  const { data } = await run()
  expect(data.Alerts.map(({ At }) => At)).toEqual(real.map(({ started_at }) => started_at.toISOString()))
  await call(subscriptions.remove, { params: { id: subscription.Id } }, { as })
  expect((await run()).data).toMatchObject({ AlertCount: 2, MessageCount: 0 })
})

test('a subscription with reminders reminds of an alert that stays open', async () => {
  const { as, ann, run, site, subscription } = await school()
  await call(subscriptions.remove, { params: { id: subscription.Id } }, { as })
  const other = await make.user({ site, full_name: 'Bo' })
  const body = {
    Name: 'Reminds',
    Site: site.id,
    Devices: 'All' as const,
    Users: [ann.id],
    RemindUsers: [other.id],
    RemindAfter: 10,
    ...allWeek,
  }
  await call(subscriptions.create, { body }, { as })
  // Ends after a minute, so that no reminder is sent; a level that is never cleared.
  expect((await run()).data.PeopleCount).toBe(1)
  const open = await run({ RaiseLevel: 1, ClearLevel: 0 })
  expect(open.data.Receivers.map(({ FullName }) => FullName).toSorted()).toEqual(['Ann', 'Bo'])
})

test('people above are counted, not named; a device of another customer is not found', async () => {
  const { district, run } = await school()
  const cy = await make.user({ site: district, role: 'Site Administrator', full_name: 'Cy' })
  const byCy = await signIn(cy)
  const body = { Name: 'All', Site: district.id, Devices: 'All' as const, Users: [cy.id], ...allWeek }
  await call(subscriptions.create, { body }, { as: byCy })
  const { data } = await run()
  expect(data.PeopleCount).toBe(2)
  expect(data.Receivers.map(({ FullName }) => FullName)).toEqual(['Ann'])
  const seen = await run({}, byCy)
  expect(seen.data.Receivers.map(({ FullName }) => FullName).toSorted()).toEqual(['Ann', 'Cy'])
  const stranger = await signIn({ site: await make.site(), role: 'Site Administrator' })
  expect((await run({}, stranger)).status).toBe(404)
})

test('levels that the sensor cannot reach are refused', async () => {
  const { run } = await school()
  expect((await run({ RaiseLevel: 200 })).status).toBe(400)
})
