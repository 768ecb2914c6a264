import { subscriptions } from '@eot/contract/subscriptions'
import { expect, test } from 'vitest'
import { problemOf, testApp } from '../../../test/test-app.ts'

const { call, signIn } = await testApp()
const as = await signIn()

const refusal = [{ Path: 'RemindAfter', Message: 'Reminders are of alerts whose start is told' }]
let count = 0
const create = (body: object) => {
  const needed = { Name: `Subscription ${++count}`, Devices: 'All' as const, Users: [as.user.id] }
  return call(subscriptions.create, { body: { ...needed, ...body } }, { as })
}

test('a subscription with reminders but without the start of alerts is refused', async () => {
  const answer = await create({ Events: ['AlertEnded'], RemindAfter: 10 })
  expect(problemOf(answer)).toMatchObject({ status: 400, Errors: refusal })
})

test('a subscription with reminders cannot drop the start of alerts, unless it drops the reminders too', async () => {
  const { data } = await create({ Events: ['AlertStarted', 'AlertEnded'], RemindAfter: 10 })
  const change = (body: object) => call(subscriptions.update, { params: { id: data.Id }, body }, { as })
  expect(problemOf(await change({ Events: ['AlertEnded'] })).Errors).toEqual(refusal)
  expect((await change({ Events: ['AlertEnded'], RemindAfter: null })).status).toBe(200)
  expect(problemOf(await change({ RemindAfter: 10 })).Errors).toEqual(refusal)
})
