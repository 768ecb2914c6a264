import { sites } from '@eot/contract/sites'
import { webhookEvents } from '@eot/contract/webhook-events'
import { webhookRequests } from '@eot/contract/webhooks'
import { expect, test } from 'vitest'
import { problemOf, testApp } from '../../../test/test-app.ts'

const { call, make, signIn, signInAsRoot } = await testApp()
const root = await signInAsRoot()

/** Moves a school with a webhook event from the district whose request it uses to another customer. */
async function movedSchool() {
  const [from, to] = [await make.site(), await make.site()]
  const school = await make.site({ parent: from })
  const request = await make.webhookRequest({ site: from, name: 'Security channel' })
  const event = await make.webhookEvent({ site: school, request, name: 'Nights at Birch' })
  const moved = await call(sites.move, { body: { SiteIds: [school.id], ParentSite: to.id } }, { as: root })
  expect(moved.status).toBe(200)
  const [atFrom, atTo] = [await signIn({ site: from }), await signIn({ site: to })]
  return { from, school, request, event, atFrom, atTo }
}

test('a site is deleted although a webhook event that has moved to another customer has one of its requests', async () => {
  const { atTo, event, from } = await movedSchool()
  const removal = { params: { id: from.id }, query: { Name: from.name } }
  expect((await call(sites.remove, removal, { as: root })).status).toBe(204)
  const { data } = await call(webhookEvents.get, { params: { id: event.id } }, { as: atTo })
  expect(data).toMatchObject({ Name: 'Nights at Birch', WebhookRequest: null })
})

test('a request is deleted although a webhook event of another customer has it', async () => {
  const { atFrom, atTo, event, from, request } = await movedSchool()
  const remove = () => call(webhookRequests.remove, { params: { id: request.id } }, { as: atFrom })
  const own = await make.webhookEvent({ site: from, request, name: 'Days' })
  const refused = await remove()
  expect(refused.text).not.toContain('Birch')
  expect(problemOf(refused)).toMatchObject({
    ErrorCode: 'webhook_request_in_use',
    Errors: [{ Message: 'Days' }],
  })
  await call(webhookEvents.remove, { params: { id: own.id } }, { as: atFrom })
  expect((await remove()).status).toBe(204)
  const { data } = await call(webhookEvents.list, { query: {} }, { as: atTo })
  expect(data.Items).toMatchObject([{ Id: event.id, WebhookRequest: null }])
})

test('a webhook event does not show the request of another customer', async () => {
  const { atTo, event, request } = await movedSchool()
  const answers = [
    await call(webhookEvents.get, { params: { id: event.id } }, { as: atTo }),
    await call(webhookEvents.list, { query: { sortBy: 'WebhookRequest' } }, { as: atTo }),
    await call(webhookEvents.update, { params: { id: event.id }, body: { name: 'Evenings' } }, { as: atTo }),
  ]
  for (const { status, text } of answers) {
    expect(status).toBe(200)
    expect(text).not.toContain('Security channel')
    expect(text).not.toContain(request.id)
  }
  for (const query of [{ search: 'security' }, { webhookConfigId: request.id }])
    expect((await call(webhookEvents.list, { query }, { as: atTo })).data.Total).toBe(0)
})

test('a webhook event without a request can be switched off, and get another request', async () => {
  const { atTo, event, school } = await movedSchool()
  const params = { id: event.id }
  const off = await call(webhookEvents.update, { params, body: { isActive: false } }, { as: atTo })
  expect(off.data).toMatchObject({ IsActive: false, WebhookRequest: null })
  const other = await make.webhookRequest({ site: school, name: 'Pager' })
  const body = { isActive: true, webhookConfigId: other.id }
  const on = await call(webhookEvents.update, { params, body }, { as: atTo })
  expect(on.data).toMatchObject({ IsActive: true, WebhookRequest: { Id: other.id, Name: 'Pager' } })
})
