import { webhookEvents } from '@eot/contract/webhook-events'
import { noParams } from '@eot/contract/webhook-params'
import { webhookRequests } from '@eot/contract/webhooks'
import { expect, test } from 'vitest'
import { problemOf, testApp } from '../../../test/test-app.ts'

const { call, db, make, signIn } = await testApp()

const as = await signIn()
const token = { key: 'X-Token', paramType: 'config', type: 'string', value: '', secret: true } as const
const level = { key: 'level', paramType: 'config', type: 'number', value: '' } as const

let count = 0
/** Creates a webhook event with a secret value for a new request. */
async function createEvent(target: object = { devices: 'All' }) {
  const made = await call(
    webhookRequests.create,
    { body: { Name: `Desk ${++count}`, Url: 'https://desk.example/', Headers: [token] } },
    { as },
  )
  const params = { Headers: [{ ...token, value: 'salt' }] }
  const body = { name: `Event ${count}`, webhookConfigId: made.data.Id, params, ...target } as const
  const { data } = await call(webhookEvents.create, { body }, { as })
  return { event: data, requestId: made.data.Id }
}
const change = (id: string, body: object) => call(webhookEvents.update, { params: { id }, body }, { as })
const changeRequest = (id: string, body: object) =>
  call(webhookRequests.update, { params: { id }, body }, { as })

test('a webhook event whose request needs more values can be renamed, paused and switched off, but not switched on', async () => {
  const { event, requestId } = await createEvent()
  const { Id, Params, Name } = event
  expect((await changeRequest(requestId, { Body: [level] })).status).toBe(200)
  const whole = { name: 'Renamed', webhookConfigId: requestId.toUpperCase(), params: Params, isActive: true }
  expect((await change(Id, whole)).data).toMatchObject({ Name: 'Renamed', Params })
  expect((await change(Id, { pausedUntil: '2030-01-01T00:00:00Z', name: Name })).status).toBe(200)
  expect((await change(Id, { isActive: false })).data.IsActive).toBe(false)
  const refusal = [{ Path: 'params.Body.0.value', Message: 'Please enter a numeric value' }]
  expect(problemOf(await change(Id, { isActive: true })).Errors).toEqual(refusal)
  expect(problemOf(await change(Id, { params: noParams() })).Errors).toContainEqual(refusal[0])
  const filled = { params: { ...Params, Body: [{ ...level, value: '3' }] }, isActive: true }
  expect((await change(Id, filled)).data).toMatchObject({
    IsActive: true,
    Params: { Headers: [{ isSet: true }] },
  })
})

test('a webhook event whose secrets were for another server can be switched off, but not on', async () => {
  const { event, requestId } = await createEvent()
  expect((await changeRequest(requestId, { Url: 'https://other.example/' })).status).toBe(200)
  expect((await change(event.Id, { isActive: false })).status).toBe(200)
  expect(problemOf(await change(event.Id, { isActive: true })).Errors).toEqual([
    { Path: 'params.Headers.0.value', Message: 'Please enter a value' },
  ])
})

test('a value that was stored before its request made it secret is sealed when its webhook event is saved', async () => {
  const room = { ...token, key: 'X-Room', secret: false }
  const made = await call(
    webhookRequests.create,
    { body: { Name: `Desk ${++count}`, Url: 'https://desk.example/', Headers: [room] } },
    { as },
  )
  const requestId = made.data.Id
  const params = { Headers: [{ ...room, value: 'pepper' }] }
  const body = { name: `Event ${count}`, webhookConfigId: requestId, params, devices: 'All' } as const
  const { Id } = (await call(webhookEvents.create, { body }, { as })).data
  const storedOf = async () =>
    JSON.stringify(
      await db.selectFrom('webhook_event').where('id', '=', Id).select('params').executeTakeFirstOrThrow(),
    )
  expect(await storedOf()).toContain('pepper')
  // The other row is missing in the webhook event, which is invalid therefore.
  const changed = await changeRequest(requestId, { Headers: [{ ...room, secret: true }], Body: [level] })
  expect(changed.status).toBe(200)
  const { data } = await change(Id, { name: `Event ${++count}` })
  expect(data.Params.Headers).toMatchObject([{ key: 'X-Room', value: '', isSet: true }])
  expect(await storedOf()).not.toContain('pepper')
  const filled = { Headers: data.Params.Headers, Body: [{ ...level, value: '3' }] }
  expect((await change(Id, { params: filled })).data.Params.Headers).toMatchObject([{ isSet: true }])
})

test('a webhook event whose only target was deleted can be switched off, but not on', async () => {
  const device = await make.device({ site: as.user.site })
  const { event } = await createEvent({ devices: [device.id] })
  await db.deleteFrom('webhook_event_device').where('webhook_event_id', '=', event.Id).execute()
  expect((await change(event.Id, { isActive: false, devices: [] })).status).toBe(200)
  expect((await change(event.Id, { name: `Event ${++count}` })).status).toBe(200)
  for (const body of [{ isActive: true }, { monday: false }])
    expect(problemOf(await change(event.Id, body)).Errors).toMatchObject([
      { Message: 'Please choose at least one device, group or site' },
    ])
})
