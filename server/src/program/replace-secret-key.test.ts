import { randomBytes } from 'node:crypto'
import { noParams } from '@eot/contract/webhook-params'
import { afterAll, expect, test } from 'vitest'
import { minute } from '../../test/notified-school.ts'
import { signingSecret, toldSchool } from '../../test/told-school.ts'
import { startReceiver } from '../../test/web-receiver.ts'
import { createSecondFactorSeal } from '../features/auth/index.ts'
import { createMessageSeal } from '../features/messages/index.ts'
import { createWebhookSeal, hasLostSecrets } from '../features/webhooks/index.ts'
import { executeIn } from '../platform/db/execute.queries.ts'
import { keepFingerprint } from '../platform/db/secret-key.queries.ts'
import { fingerprintOf } from '../platform/secret-key.ts'
import { isSignedWebhook, webhookKey } from '../platform/standard-webhook.ts'
import { replaceSecretKey } from './replace-secret-key.command.ts'

const former = Buffer.alloc(32, 7)
const key = Buffer.alloc(32, 8)
const receiver = await startReceiver()
afterAll(() => receiver.stop())

/** A school that reports vaping to a receiver with a secret header, of whose values an event supplies one. */
async function guardedSchool() {
  const school = await toldSchool(receiver, ['AlertStarted'])
  const { db, event, make, pool, request } = school
  await keepFingerprint(pool, fingerprintOf(former))
  const { seal } = createWebhookSeal(former)
  const secret = (name: string, value: string, paramType: 'config' | 'specified') => ({
    key: name,
    paramType,
    type: 'string' as const,
    value: value && seal(value),
    secret: true,
    ...(value && { isSet: true }),
  })
  const text = { key: 'text', paramType: 'specified', type: 'string', value: '{{device.name}}' } as const
  const rows = [secret('X-Api-Key', 'pepper', 'specified'), secret('X-Token', '', 'config')]
  const parts = JSON.stringify({ ...noParams(), Headers: rows, Body: [text] })
  const params = JSON.stringify({ ...noParams(), Headers: [secret('X-Token', 'salt', 'config')] })
  await db.updateTable('webhook_request').set({ parts }).where('id', '=', request.id).execute()
  await db.updateTable('webhook_event').set({ params }).where('id', '=', event.id).execute()
  const user = await make.user()
  await db
    .insertInto('two_factor')
    .values({
      user_id: user.id,
      sealed_secret: createSecondFactorSeal(former).seal('factor'),
      last_step: 0,
      enabled_at: new Date(),
    })
    .execute()
  await db
    .insertInto('recovery_code')
    .values({ user_id: user.id, code_hash: randomBytes(32) })
    .execute()
  const mail = await make.mail({
    user,
    status: 'composed',
    sealed_body: createMessageSeal(former).seal('text'),
  })
  const replace = (keys: { key: Buffer; former: Buffer | undefined }) =>
    db.transaction().execute((tx) => replaceSecretKey(executeIn(tx), keys))
  const storedMail = () =>
    db.selectFrom('message').where('id', '=', mail.id).select(['status', 'sealed_body']).executeTakeFirst()
  return { ...school, user, replace, storedMail }
}

const vapeAndDeliver = async (school: Awaited<ReturnType<typeof guardedSchool>>) => {
  await school.vape(school.room)
  await school.run()
}

test('with the former key, everything is sealed again, and an alert still reaches the receiver of a webhook', async () => {
  const school = await guardedSchool()
  expect(await school.replace({ key, former })).toEqual([
    'the key is replaced: 1 second factors, 1 stored emails and 1 webhook requests are sealed with it',
    'all sessions ended, and 1 recovery codes are removed',
  ])
  const factor = await school.db.selectFrom('two_factor').selectAll().executeTakeFirstOrThrow()
  expect(createSecondFactorSeal(key).open(factor.sealed_secret)).toBe('factor')
  expect(createMessageSeal(key).open((await school.storedMail())?.sealed_body ?? '')).toBe('text')
  school.useSecretKey(key)
  await vapeAndDeliver(school)
  const [{ headers, body }] = receiver.received as [(typeof receiver.received)[0]] // one request
  expect(headers).toMatchObject({ 'x-api-key': 'pepper', 'x-token': 'salt' })
  const signed = {
    id: String(headers['webhook-id']),
    timestamp: String(headers['webhook-timestamp']),
    signature: String(headers['webhook-signature']),
  }
  expect(isSignedWebhook(webhookKey(signingSecret) ?? Buffer.alloc(0), signed, body, school.clock())).toBe(
    true,
  )
})

test('without the former key, the webhooks that need their secrets are listed, and deliveries wait for them', async () => {
  const school = await guardedSchool()
  expect(await school.replace({ key, former: undefined })).toEqual([
    'the key is replaced: 1 second factors and 1 waiting mails are removed',
    'secrets to be entered again in the portal:',
    expect.stringMatching(/^ {2}.*District \/ Lincoln High: webhook event Vape to the desk: secret values$/),
    expect.stringMatching(
      /^ {2}.*District \/ Lincoln High: webhook request Desk: secret values, signing secret$/,
    ),
    'all sessions ended, and 1 recovery codes are removed',
  ])
  expect(await school.storedMail()).toEqual({ status: 'expired', sealed_body: null })
  expect(await school.db.selectFrom('two_factor').selectAll().execute()).toEqual([])
  school.useSecretKey(key)
  await vapeAndDeliver(school)
  expect(await school.deliveries()).toMatchObject([
    { status: 'waiting', message: 'A stored secret cannot be read. Please enter it again.' },
  ])

  const { seal } = createWebhookSeal(key)
  await school.db
    .updateTable('webhook_request')
    .set({ parts: JSON.stringify(noParams()), signing_secret: seal(signingSecret) })
    .execute()
  await school.db
    .updateTable('webhook_event')
    .set({ params: JSON.stringify(noParams()) })
    .execute()
  school.time.now += 10 * minute
  await school.deliver()
  expect(await school.deliveries()).toMatchObject([{ status: 'sent' }])
})

test('a wrong former key, the present key and a running program are refused, and nothing is changed', async () => {
  const school = await guardedSchool()
  await expect(school.replace({ key, former: Buffer.alloc(32, 9) })).rejects.toThrow(
    'FORMER_SECRET_KEY is not the key of this database',
  )
  await expect(school.replace({ key: former, former: undefined })).rejects.toThrow(
    'already that of the database',
  )
  await school.db
    .insertInto('process')
    .values({
      id: '0193a2c4-7b1e-7f00-8a55-0242ac120002',
      roles: ['api'],
      host: 'web-1',
      pid: 4711,
      version: '1',
    })
    .execute()
  await expect(school.replace({ key, former })).rejects.toThrow(
    'stop the program first; its processes are running',
  )
  const request = await school.db.selectFrom('webhook_request').selectAll().executeTakeFirstOrThrow()
  expect(hasLostSecrets(request.parts, createWebhookSeal(former))).toBe(false)
  expect(await school.db.selectFrom('recovery_code').selectAll().execute()).toHaveLength(1)
})
