import { webhookLog } from '@eot/contract/webhook-log'
import { expect, test } from 'vitest'
import { problemOf, testApp } from '../../../test/test-app.ts'

const { call, db, make, signIn } = await testApp()

test('failed deliveries are sent again within the filters of the list', async () => {
  const as = await signIn({ role: 'System Administrator' })
  const { site } = as.user
  const fail = async (subject: string, event: { id: string }, more: object = {}) => {
    const names = { event_name: 'Event', webhook_event_id: event.id, subject }
    return (await make.webhookDelivery({ site, result_code: 0, attempts: 1, ...names, ...more })).id
  }
  const [night, day] = [await make.webhookEvent({ site }), await make.webhookEvent({ site })]
  const vape = await fail('Vape, Room 1', night)
  const smoke = await fail('Smoke, Room 1', night)
  const stopped = await fail('Vape, Room 2', night, { status: 'stopped' })
  const other = await fail('Vape, Room 1', day)
  const again = async (filter: object) => {
    const body = { startTime: 0, endTime: Date.now() + 1000, ...filter }
    const { data } = await call(webhookLog.redeliverAll, { body }, { as })
    const waiting = db.selectFrom('webhook_delivery').where('status', '=', 'waiting').select('id')
    const ids = (await waiting.orderBy('id').execute()).map(({ id }) => id)
    return [data.Count, ids]
  }
  const webhookEventId = night.id
  expect(await again({ webhookEventId, search: 'room 1', Status: ['Stopped'] })).toEqual([0, []])
  expect(await again({ webhookEventId, search: 'vape, room 1' })).toEqual([1, [vape]])
  expect(await again({ webhookEventId, Status: ['Stopped'] })).toEqual([1, [vape, stopped]])
  expect(await again({ webhookEventId })).toEqual([1, [vape, smoke, stopped]])
  expect(await again({})).toEqual([1, [vape, smoke, stopped, other]])
})

test('deliveries of a webhook event that the caller does not see cannot be sent again', async () => {
  const as = await signIn({ role: 'System Administrator' })
  const foreign = await make.webhookEvent()
  const body = { startTime: 0, endTime: Date.now(), webhookEventId: foreign.id }
  const refused = await call(webhookLog.redeliverAll, { body }, { as })
  expect([refused.status, problemOf(refused).ErrorCode]).toEqual([404, 'webhook_event_not_found'])
})
