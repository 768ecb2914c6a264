import { subscriptions } from '@eot/contract/subscriptions'
import { expect, test } from 'vitest'
import { problemOf, testApp } from '../../../test/test-app.ts'

const { call, db, make, signIn } = await testApp()

test('a subscription that has lost its only receiver can be renamed, paused and switched off, but not switched on', async () => {
  const as = await signIn()
  const { site } = as.user
  const [device, only] = [await make.device({ site }), await make.user({ site })]
  const body = { Name: 'Night', Devices: [device.id], Users: [only.id] }
  const { data } = await call(subscriptions.create, { body }, { as })
  const change = (changes: object) =>
    call(subscriptions.update, { params: { id: data.Id }, body: changes }, { as })
  await db.deleteFrom('app_user').where('id', '=', only.id).execute()
  const whole = { Name: 'Nights', Devices: [device.id], Users: [], Lists: [], IsActive: true }
  expect((await change(whole)).data).toMatchObject({ Name: 'Nights', Users: [] })
  expect((await change({ PausedUntil: '2030-01-01T00:00:00Z' })).status).toBe(200)
  expect((await change({ IsActive: false })).data.IsActive).toBe(false)
  const refusal = [{ Path: 'Users', Message: 'Please choose at least one person or list' }]
  for (const changes of [{ IsActive: true }, { Devices: 'All' }, { Monday: false }])
    expect(problemOf(await change(changes)).Errors).toEqual(refusal)
  expect((await change({ IsActive: true, Users: [as.user.id] })).status).toBe(200)
})
