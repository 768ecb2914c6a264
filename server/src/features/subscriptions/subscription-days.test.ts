import { audit } from '@eot/contract/audit'
import { subscriptions } from '@eot/contract/subscriptions'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/test-app.ts'

const { call, make, signIn } = await testApp()

const site = await make.site()
const admin = await signIn({ site, role: 'Site Administrator' })
const as = { as: admin }
const create = (body: object) =>
  call(subscriptions.create, { body: { Devices: 'All', Users: [admin.user.id], ...body } as never }, as).then(
    ({ data }) => data,
  )

test('the history shows the days of a subscription as one field, before and after', async () => {
  const { Id } = await create({ Name: 'Weekend' })
  await call(subscriptions.update, { params: { id: Id }, body: { Monday: false, Saturday: true } }, as)
  const { data } = await call(audit.list, { query: { subject: Id } }, as)
  const [changed, created] = data.Items ?? []
  const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']
  expect(created?.Changes).toMatchObject({ Days: [null, weekdays] })
  expect(changed?.Changes).toEqual({ Days: [weekdays, [...weekdays.slice(1), 'Saturday']] })
})

test('by day, a paused subscription shows until when', async () => {
  const PausedUntil = '2090-01-01T07:00:00.000Z'
  const { Id } = await create({ Name: 'Paused', PausedUntil })
  const { data } = await call(subscriptions.byDay, {}, as)
  const windows = data.filter(({ Subscription }) => Subscription.Id === Id)
  expect(windows.map((window) => window.PausedUntil)).toEqual(Array(5).fill(PausedUntil))
})
