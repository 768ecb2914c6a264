import { auth } from '@eot/contract/auth'
import { mostPushBrowsers, type PushRegistration, push } from '@eot/contract/push'
import { users } from '@eot/contract/users'
import { afterAll, expect, test } from 'vitest'
import { startPushSink } from '../../../test/push-sink.ts'
import { type As, problemOf, testApp } from '../../../test/test-app.ts'
import { createEgress } from '../../platform/egress/egress.ts'
import { pushKeys } from '../../platform/web-push.ts'

const app = await testApp({ egress: createEgress(['127.0.0.1']) })
const { call, db, secretKey, signIn } = app
const sink = await startPushSink()
afterAll(sink.stop)

const registrationOf = () => sink.open().registration
const register = (as: As, body: PushRegistration = registrationOf()) => call(push.register, { body }, { as })
const browsersOf = async (as: As) => (await call(push.list, {}, { as })).data.Browsers

test('users see their own browsers, the current one marked, and the key of the server', async () => {
  const as = await signIn()
  const { status, data } = await register(as)
  expect(status).toBe(200)
  const { data: listed } = await call(push.list, {}, { as })
  expect(listed).toEqual({ PublicKey: pushKeys(secretKey).publicKey, Browsers: [data] })
  expect(data).toMatchObject({ IsCurrent: true, NotifiedAt: null })
  expect(await browsersOf(await signIn(as.user))).toMatchObject([{ IsCurrent: false }])
  expect(await browsersOf(await signIn())).toEqual([])
})

test('a browser that registers again stays a single entry, and records when the portal was opened in it', async () => {
  const as = await signIn()
  const registration = registrationOf()
  const { data: first } = await register(as, registration)
  app.advance(60_000)
  const { data: second } = await register(as, registration)
  expect(second).toMatchObject({ Id: first.Id, CreatedAt: first.CreatedAt })
  expect(Date.parse(second.SeenAt)).toBeGreaterThan(Date.parse(first.SeenAt))
  expect(await browsersOf(as)).toEqual([second])
})

test('a browser belongs to the user who registered it last', async () => {
  const [ann, ben] = [await signIn(), await signIn()]
  const registration = registrationOf()
  const { data: hers } = await register(ann, registration)
  const { data: his } = await register(ben, registration)
  expect(his.Id).not.toBe(hers.Id)
  expect(await browsersOf(ann)).toEqual([])
  expect(await browsersOf(ben)).toEqual([his])
})

test('a browser can be removed only by its user', async () => {
  const [ann, ben] = [await signIn(), await signIn()]
  const { data } = await register(ann)
  const refused = await call(push.remove, { params: { id: data.Id } }, { as: ben })
  expect(problemOf(refused)).toMatchObject({ status: 404, ErrorCode: 'push_browser_not_found' })
  const tested = await call(push.test, { params: { id: data.Id } }, { as: ben })
  expect(problemOf(tested)).toMatchObject({ status: 404, ErrorCode: 'push_browser_not_found' })
  expect(await browsersOf(ann)).toHaveLength(1)
  expect((await call(push.remove, { params: { id: data.Id } }, { as: ann })).status).toBe(204)
  expect(await browsersOf(ann)).toEqual([])
})

test('signing out in a browser forgets it, and no other', async () => {
  const here = await signIn()
  const there = await signIn(here.user)
  await register(here)
  const { data: other } = await register(there)
  await call(auth.logout, { body: { RefreshToken: here.RefreshToken } })
  expect(await browsersOf(there)).toEqual([expect.objectContaining({ Id: other.Id })])
})

test('a new password forgets all browsers, including those whose session had expired before', async () => {
  const as = await signIn()
  const there = await signIn(as.user)
  await register(as)
  const { data: late } = await register(there)
  await db.updateTable('push_browser').set({ session_id: null }).where('id', '=', late.Id).execute()
  const NewPassword = 'another orchard of my own'
  const body = { OldPassword: as.user.password, NewPassword }
  expect((await call(users.changePassword, { body }, { as })).status).toBeLessThan(300)
  const rows = await db.selectFrom('push_browser').where('user_id', '=', as.user.id).selectAll().execute()
  expect(rows).toEqual([])
})

test('an expired session leaves its browser, since nobody signed out', async () => {
  const as = await signIn()
  await register(as)
  await db.deleteFrom('session').where('user_id', '=', as.user.id).execute()
  const rows = await db.selectFrom('push_browser').where('user_id', '=', as.user.id).selectAll().execute()
  expect(rows).toMatchObject([{ session_id: null }])
})

test(`if there are more than ${mostPushBrowsers} browsers, those in which the portal was opened last are kept`, async () => {
  const as = await signIn()
  const { data: first } = await register(as)
  for (let n = 0; n < mostPushBrowsers; n++) {
    app.advance(1000)
    await register(as)
  }
  const kept = await browsersOf(as)
  expect(kept).toHaveLength(mostPushBrowsers)
  expect(kept.map(({ Id }) => Id)).not.toContain(first.Id)
})

test.each([
  ['http://push.example.org/send', 'only https addresses are allowed'],
  ['https://10.0.0.7/send', '10.0.0.7 is not on the internet'],
  ['https://a:b@push.example.org/send', 'an address must not contain a user or a password'],
])('%s is refused as an address of a push service', async (Endpoint, Message) => {
  const as = await signIn()
  const refused = await register(as, { ...registrationOf(), Endpoint })
  expect(problemOf(refused)).toMatchObject({ status: 400, Errors: [{ Path: 'Endpoint', Message }] })
  expect(await browsersOf(as)).toEqual([])
})
