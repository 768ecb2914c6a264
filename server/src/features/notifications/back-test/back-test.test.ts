import { backTests } from '@eot/contract/back-tests'
import { expect, test } from 'vitest'
import { countRows } from '../../../../test/count-rows.ts'
import { testApp } from '../../../../test/test-app.ts'

const minute = 60_000

const app = await testApp()
const { call, clock, db, make, signIn } = app

/** Creates a school with three alerts of yesterday, one of them at night. */
async function school() {
  const site = await make.site({ time_zone: 'America/Bogota' })
  const user = await make.user({ site, role: 'Site Administrator' })
  const device = await make.device({ site })
  const day = clock().getTime() - 86_400_000
  for (const hour of [10, 12, 23]) {
    const at = new Date(day - (day % 86_400_000) + (hour + 5) * 3_600_000 - 86_400_000)
    await make.alert({
      device,
      type: hour === 12 ? 'Tamper' : 'Vape',
      started_at: at,
      ended_at: new Date(at.getTime() + minute),
      raised_at: at,
    })
  }
  const body = {
    Site: site.id,
    Devices: 'All' as const,
    Users: [user.id],
    StartTime: 0,
    EndTime: 24,
    Saturday: true,
    Sunday: true,
  }
  return { site, user, device, as: await signIn(user), body }
}

test('a back-test counts alerts, messages to each person and channel, and those at night', async () => {
  const { as, body, user } = await school()
  const { data } = await call(backTests.run, { body }, { as })
  expect(data).toMatchObject({
    IsComplete: true,
    AlertCount: 3,
    MessageCount: 3,
    NightCount: 1,
    PeopleCount: 1,
    Receivers: [{ Id: user.id, Channel: 'Email', MessageCount: 3, NightCount: 1 }],
  })
  expect(data.Alerts.map(({ AlertType }) => AlertType)).toEqual(['Vape', 'Tamper', 'Vape'])
})

test.each([
  ['its alert types', { AlertTypes: ['01900000-0000-7000-8000-000000000007'] }, 1],
  ['its window', { StartTime: 9, EndTime: 13 }, 2],
  ['its events', { Events: ['AlertEnded' as const] }, 0],
])('a back-test respects %s', async (_name, change, expected) => {
  const { as, body } = await school()
  const { data } = await call(backTests.run, { body: { ...body, ...change } }, { as })
  expect(data.MessageCount).toBe(expected)
})

test('a back-test is refused for the same reasons as a new subscription', async () => {
  const { as, body } = await school()
  const { as: stranger } = await school()
  expect((await call(backTests.run, { body: { ...body, Users: [] } }, { as })).status).toBe(400)
  expect((await call(backTests.run, { body }, { as: stranger })).status).toBe(404)
})

test('a back-test stores nothing', async () => {
  const { as, body } = await school()
  const before = await countRows(db)
  await call(backTests.run, { body }, { as })
  expect(await countRows(db)).toEqual(before)
})
