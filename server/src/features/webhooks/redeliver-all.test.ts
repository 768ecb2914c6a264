import { webhookLog } from '@eot/contract/webhook-log'
import { expect, test } from 'vitest'
import { type As, testApp } from '../../../test/test-app.ts'

const { call, db, make, signIn } = await testApp()

/** Sends all failed deliveries within these filters again. */
async function redeliverAll(filter: object, as: As) {
  const body = { startTime: 0, endTime: Date.now() + 1000, ...filter }
  return (await call(webhookLog.redeliverAll, { body }, { as })).data
}

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
    const { Count } = await redeliverAll(filter, as)
    const waiting = db.selectFrom('webhook_delivery').where('status', '=', 'waiting').select('id')
    const ids = (await waiting.orderBy('id').execute()).map(({ id }) => id)
    return [Count, ids]
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
  const [foreign, elsewhere] = [await make.webhookEvent(), await make.site()]
  const hidden = { webhook_event_id: foreign.id, request_site_path: elsewhere.path }
  await make.webhookDelivery({ site: as.user.site, result_code: 0, attempts: 1, ...hidden })
  expect(await redeliverAll({ webhookEventId: foreign.id }, as)).toEqual({ Count: 0, HasMore: false })
})

test('deliveries are sent again although their webhook event is no longer seen, or their request is of a site above', async () => {
  const above = await make.site()
  const site = await make.site({ parent: above })
  const as = await signIn({ site, role: 'System Administrator' })
  const request = await make.webhookRequest({ site: above })
  const [own, moved] = [await make.webhookEvent({ site, request }), await make.webhookEvent()]
  const failed = { site, result_code: 0, attempts: 1 } as const
  await make.webhookDelivery({ ...failed, webhook_event_id: moved.id })
  const ofAbove = { webhook_request_id: request.id, request_site_path: above.path }
  await make.webhookDelivery({ ...failed, webhook_event_id: own.id, ...ofAbove })
  for (const filter of [{ webhookEventId: moved.id }, { webhookConfigId: request.id }])
    expect(await redeliverAll(filter, as)).toEqual({ Count: 1, HasMore: false })
})
