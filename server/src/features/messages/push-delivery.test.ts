import { logs } from '@eot/contract/logs'
import { push } from '@eot/contract/push'
import { decodeJwt, importJWK, jwtVerify } from 'jose'
import { afterAll, expect, test } from 'vitest'
import { type SinkBrowser, startPushSink } from '../../../test/push-sink.ts'
import { testApp } from '../../../test/test-app.ts'
import { createTestJobs } from '../../../test/test-jobs.ts'
import { createEgress } from '../../platform/egress/egress.ts'
import { createLog } from '../../platform/log.ts'
import { createMessageSeal } from './deliver-message.command.ts'
import { resumePendingMessages } from './request-message.command.ts'

const egress = createEgress(['127.0.0.1'])
const app = await testApp({ egress })
const { advance, call, clock, db, make, signIn } = app
const sink = await startPushSink()
afterAll(sink.stop)
const lines: string[] = []
const log = createLog('info', { write: (line) => void lines.push(line) })
const jobs = createTestJobs({ ...app, log, mailer: undefined, egress })
const seal = createMessageSeal(app.secretKey)

const body = { title: 'Vape in Gym', text: 'Lincoln High', path: '/alerts', tag: 'alert 1', isUrgent: true }

/** Creates a person with browsers, and a notification that is composed and due. */
async function notified(browsers = 1) {
  const as = await signIn({ full_name: 'Ann Lee' })
  const opened = Array.from({ length: browsers }, () => sink.open())
  for (const { registration } of opened) await call(push.register, { body: registration }, { as })
  const id = await notify(as)
  return { as, id, browsers: opened as [SinkBrowser, ...SinkBrowser[]] } // the requested number, at least one
}

/** Creates a notification that is composed and due. */
async function notify(as: Awaited<ReturnType<typeof signIn>>) {
  const { id } = await make.mail({
    channel: 'Push',
    kind: 'Notification',
    receiver: as.user.id,
    user_id: as.user.id,
    status: 'composed',
    subject: 'Vape in Gym, Lincoln High',
    sealed_body: seal.seal(JSON.stringify(body)),
    created_at: clock(),
    expires_at: new Date(clock().getTime() + 30 * 60_000),
  })
  await resumePendingMessages(db)
  return id
}

const rowOf = (id: string) =>
  db.selectFrom('message').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
const countOf = ({ received }: SinkBrowser) => received.length
const browsersOf = (userId: string) =>
  db.selectFrom('push_browser').where('user_id', '=', userId).selectAll().execute()

test('a notification arrives encrypted in each browser, signed by the server, until it expires', async () => {
  const { as, id, browsers } = await notified(2)
  await jobs.runDue()
  expect(await rowOf(id)).toMatchObject({ status: 'sent', attempts: 1, error: null })
  for (const { received, registration } of browsers) {
    expect(received.map(({ text }) => JSON.parse(text))).toEqual([body])
    const headers = received[0]?.headers ?? {}
    expect(headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      urgency: 'high',
      topic: id.replaceAll('-', ''),
    })
    expect(Number(headers.ttl)).toBeGreaterThan(29 * 60)
    expect(Number(headers.ttl)).toBeLessThanOrEqual(30 * 60)
    const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? '') ?? []
    const { PublicKey } = (await call(push.list, {}, { as })).data
    expect(key).toBe(PublicKey)
    const point = Buffer.from(key, 'base64url')
    const x = point.subarray(1, 33).toString('base64url')
    const y = point.subarray(33).toString('base64url')
    const { payload } = await jwtVerify(token, await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256'))
    expect(payload.aud).toBe(new URL(registration.Endpoint).origin)
    expect(decodeJwt(token).sub).toBe('https://portal.example.org')
  }
})

test.each([{ status: 500 }, { status: 429, headers: { 'retry-after': '30' } }])(
  'after %j the notification is sent again, and only to the browser that has not accepted it',
  async (answer) => {
    const { id, browsers } = await notified(2)
    const [first, second] = browsers
    second?.answers.push(answer)
    await jobs.runDue()
    expect(await rowOf(id)).toMatchObject({ status: 'composed', error: String(answer.status) })
    advance(60_000)
    await jobs.runDue()
    expect(await rowOf(id)).toMatchObject({ status: 'sent', attempts: 2, error: null })
    expect([countOf(first), second && countOf(second)]).toEqual([1, 1])
  },
)

test('while a browser fails, retries of two notifications do not repeat them to another browser', async () => {
  const { as, id, browsers } = await notified(2)
  const [working, failing] = browsers
  for (let n = 0; n < 8; n += 1) failing?.answers.push({ status: 503 })
  await jobs.runDue()
  const second = await notify(as)
  for (let n = 0; n < 6; n += 1) {
    advance(120_000)
    await jobs.runDue()
  }
  expect([countOf(working), failing && countOf(failing)]).toEqual([2, 2])
  for (const one of [id, second]) expect(await rowOf(one)).toMatchObject({ status: 'sent', error: null })
})

test('a browser that refuses a notification for good does not keep it from another one that fails at first', async () => {
  const { id, browsers } = await notified(2)
  for (const { answers } of browsers) answers.push({ status: 400 })
  browsers[0].answers.splice(0, 1, { status: 503 })
  await jobs.runDue()
  advance(60_000)
  await jobs.runDue()
  expect(await rowOf(id)).toMatchObject({ status: 'sent', attempts: 2, error: null })
  expect(browsers.map(countOf)).toEqual([1, 0])
})

test.each([404, 410, 403])('a browser whose push service answers %d is removed', async (status) => {
  const { as, id, browsers } = await notified(2)
  browsers[0].answers.push({ status })
  await jobs.runDue()
  expect(await rowOf(id)).toMatchObject({ status: 'sent', attempts: 1 })
  expect(await browsersOf(as.user.id)).toMatchObject([{ endpoint: browsers[1]?.registration.Endpoint }])
})

test('without a browser that accepts it, the notification fails', async () => {
  const { as, id, browsers } = await notified()
  browsers[0].answers.push({ status: 410 })
  await jobs.runDue()
  expect(await rowOf(id)).toMatchObject({
    status: 'failed',
    error: 'no browser takes notifications any more',
  })
  expect(await browsersOf(as.user.id)).toEqual([])
})

test('a notification that one browser accepted counts as sent when it expires, and otherwise not', async () => {
  const { id, browsers } = await notified(2)
  const { id: lost, browsers: silent } = await notified()
  const failing = { status: 503 }
  for (let n = 0; n < 50; n++) for (const one of [browsers[1], silent[0]]) one?.answers.push(failing)
  await jobs.runDue()
  advance(31 * 60_000)
  await jobs.runDue()
  expect(await rowOf(id)).toMatchObject({ status: 'sent' })
  expect(await rowOf(lost)).toMatchObject({ status: 'expired' })
})

test('a browser with invalid keys is removed', async () => {
  const { id, as } = await notified()
  await db
    .updateTable('push_browser')
    .set({ public_key: 'B'.repeat(87) })
    .where('user_id', '=', as.user.id)
    .execute()
  await jobs.runDue()
  expect(await rowOf(id)).toMatchObject({ status: 'failed' })
  expect(await browsersOf(as.user.id)).toEqual([])
})

test('an address that has become private since it was registered gets nothing', async () => {
  const { id, as } = await notified()
  await db
    .updateTable('push_browser')
    .set({ endpoint: 'https://10.0.0.1/send' })
    .where('user_id', '=', as.user.id)
    .execute()
  await jobs.runDue()
  expect(await rowOf(id)).toMatchObject({ status: 'failed', error: '10.0.0.1 is not on the internet' })
})

test('a test goes to the browser that requested it, at most five times an hour', async () => {
  const { as, browsers } = await notified(2)
  await jobs.runDue()
  const { Browsers } = (await call(push.list, {}, { as })).data
  const [chosen] = Browsers
  if (!chosen) throw new Error('no browser')
  const ask = () => call(push.test, { params: { id: chosen.Id } }, { as })
  expect((await ask()).status).toBe(204)
  await jobs.runDue()
  const texts = browsers.map(({ received }) => received.map(({ text }) => JSON.parse(text).title))
  expect(texts.flat().filter((title) => title === 'This is a test')).toHaveLength(1)
  for (let n = 0; n < 4; n++) expect((await ask()).status).toBe(204)
  expect((await ask()).status).toBe(429)
})

test('the log shows notifications with the name of their user, and neither addresses nor keys', async () => {
  const { id, as, browsers } = await notified()
  await jobs.runDue()
  const { id: site_id, path: site_path } = as.user.site
  await db.updateTable('message').set({ site_id, site_path }).where('id', '=', id).execute()
  const administrator = await app.signInAsRoot()
  const { data, text } = await call(logs.getPush, { params: { id } }, { as: administrator })
  expect(data).toMatchObject({ Receiver: 'Ann Lee', Status: 'Sent', History: [{ Outcome: 'Accepted' }] })
  const { data: list } = await call(logs.listPushes, {}, { as: administrator })
  expect(list.Items?.map(({ Id }) => Id)).toContain(id)
  expect((await call(logs.getEmail, { params: { id } }, { as: administrator })).status).toBe(404)
  const { Endpoint, Keys } = browsers[0].registration
  for (const secret of [Endpoint, Keys.Auth, Keys.P256dh]) {
    expect(text).not.toContain(secret)
    expect(lines.join('\n')).not.toContain(secret)
  }
})
