import { randomUUID } from 'node:crypto'
import { alerts } from '@eot/contract/alerts'
import { devices } from '@eot/contract/devices'
import { sites } from '@eot/contract/sites'
import { users } from '@eot/contract/users'
import { io } from 'socket.io-client'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { testLive } from '../../test/test-live.ts'

const app = await testLive()
const { advance, call, db, make, signIn } = app
afterAll(app.close)

const refusalsOf = (actorId: string) =>
  db
    .selectFrom('audit_entry')
    .where('actor_id', '=', actorId)
    .where('action', '=', 'access.refused')
    .orderBy('id')
    .select(['site_id', 'subject_id', 'details'])
    .execute()

test("an attempt to access another site's records is audited with the user, the request and the ids", async () => {
  const as = await signIn()
  const { id } = await make.alert()
  await call(alerts.update, { params: { id }, body: { Confirmed: true } }, { as })
  const foreign = await make.site()
  await call(devices.list, { query: { SiteId: foreign.id } }, { as })
  await call(sites.create, { body: { Name: 'A', TimeZone: 'UTC', ParentSite: foreign.id } }, { as })
  const refused = (subject_id: string, details: object) => ({
    site_id: as.user.site.id,
    subject_id,
    details: { ids: [subject_id], ...details },
  })
  expect(await refusalsOf(as.user.id)).toEqual([
    refused(id, { call: 'PUT /alerts/:id', code: 'alert_not_found' }),
    refused(foreign.id, { call: 'GET /devices', code: 'site_not_found' }),
    refused(foreign.id, { call: 'POST /sites', code: 'site_not_found' }),
  ])
})

test('a request for a missing record is audited too, since it gets the same response as for a foreign one', async () => {
  const as = await signIn()
  const id = randomUUID()
  await call(devices.get, { params: { id } }, { as })
  expect(await refusalsOf(as.user.id)).toMatchObject([
    { subject_id: id, details: { code: 'device_not_found' } },
  ])
})

test('a request that the role does not permit is audited', async () => {
  const as = await signIn({ role: 'Viewer' })
  const id = randomUUID()
  await call(users.resendPassword, { params: { id } }, { as })
  expect(await refusalsOf(as.user.id)).toMatchObject([
    { subject_id: id, details: { call: 'POST /users/:id/resendpassword', code: 'not_permitted' } },
  ])
})

test('joining a live room of a foreign site is audited', async () => {
  const as = await signIn()
  const socket = io(app.url, { path: '/ws/', auth: { token: as.AccessToken }, transports: ['websocket'] })
  onTestFinished(() => void socket.disconnect())
  const { id: SiteId } = await make.site()
  const join = { Action: 'join', SiteId, EventType: 'alerts' }
  expect(await socket.emitWithAck('join', join)).toMatchObject({ ok: false })
  expect(await refusalsOf(as.user.id)).toMatchObject([
    { subject_id: SiteId, details: { call: 'join', code: 'site_not_found' } },
  ])
})

test('invalid and failing requests are not audited as refused attempts', async () => {
  const as = await signIn()
  await call(alerts.update, { params: { id: 'rubbish' }, body: { Confirmed: true } }, { as })
  await call(devices.list, {}, { as })
  expect(await refusalsOf(as.user.id)).toEqual([])
})

test('one user adds at most twenty rows a minute, and the next row counts the omitted attempts', async () => {
  const as = await signIn()
  const id = randomUUID()
  const attempt = () => call(devices.get, { params: { id } }, { as })
  for (let count = 0; count < 25; count++) await attempt()
  expect(await refusalsOf(as.user.id)).toHaveLength(20)
  advance(60_000)
  await attempt()
  const rows = await refusalsOf(as.user.id)
  expect(rows).toHaveLength(21)
  expect(rows.at(-1)).toMatchObject({ details: { notListedBefore: 5 } })
})
