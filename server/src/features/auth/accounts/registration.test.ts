import { auth } from '@eot/contract/auth'
import { devices } from '@eot/contract/devices'
import { users } from '@eot/contract/users'
import { expect, test } from 'vitest'
import type { MadeDevice } from '../../../../test/factories.ts'
import { linkOf } from '../../../../test/second-factor.ts'
import { problemOf, testApp } from '../../../../test/test-app.ts'
import { hashSecretToken } from '../../../platform/secret-token.ts'

const { advance, call, db, mailsTo, make, root } = await testApp()
const day = 86_400_000
const good = 'a fine new phrase'
let count = 0

const registration = (device: Pick<MadeDevice, 'mac'>, given: Record<string, string> = {}) => ({
  MacAddress: device.mac,
  FullName: 'Ann Bergmann',
  Email: `ann${++count}@school.example`,
  Name: 'North School',
  TimeZone: 'Europe/Berlin',
  ...given,
})
const register = (body: ReturnType<typeof registration>) => call(auth.registerSite, { body })
const verifyDevice = (MacAddress: string) => call(auth.verifyDevice, { body: { MacAddress } })
const confirm = (Email: string, ConformationCode: string) =>
  call(auth.confirm, { body: { Email, ConformationCode } })
const confirmCode = async (email: string) =>
  linkOf((await mailsTo(email)).at(-1)?.text ?? '', '/confirm').get('code') ?? ''
const inventory = (given: object = {}) => make.device({ site: null, ...given })

test('a site is registered with an inventory device, confirmed by email, and can be used', async () => {
  const device = await inventory()
  expect((await verifyDevice(device.mac.replaceAll(':', '').toLowerCase())).data).toEqual({
    ClaimCodeRequired: false,
  })
  const body = registration(device, { UserTitle: 'Principal', City: 'Berlin' })
  expect(await register(body)).toMatchObject({ status: 204, text: '' })
  const confirmed = await confirm(body.Email, await confirmCode(body.Email))
  expect(confirmed.status).toBe(200)
  const signedIn = await call(auth.updatePassword, {
    body: { Email: body.Email, Session: confirmed.data.SessionToken ?? '', Password: good },
  })
  expect(signedIn.status).toBe(200)
  expect((await call(users.me, {}, { as: signedIn.data })).data).toMatchObject({
    FullName: 'Ann Bergmann',
    UserTitle: 'Principal',
    UserRole: { Name: 'Site Administrator' },
    Site: { Name: 'North School' },
  })
  const listed = await call(devices.list, {}, { as: signedIn.data })
  expect(listed.data.Items?.map(({ Mac }) => Mac)).toEqual([device.mac])
  expect((await call(auth.login, { body: { Email: body.Email, Password: good } })).status).toBe(200)
})

test('nobody can sign in to a registered site before its address is confirmed', async () => {
  const body = registration(await inventory())
  await register(body)
  await db
    .updateTable('app_user')
    .set({
      password_hash: (await db.selectFrom('app_user').select('password_hash').executeTakeFirstOrThrow())
        .password_hash,
    })
    .where('email', '=', body.Email)
    .execute()
  const answer = await call(auth.login, { body: { Email: body.Email, Password: 'the root of all sites' } })
  expect(problemOf(answer).ErrorDetail).toBe('User not confirmed')
})

test('unknown, claimed, inactive, returned and expired devices are rejected with the same error', async () => {
  const refused = [
    { mac: 'AA:BB:CC:00:11:22' },
    await make.device(),
    await inventory({ is_active: false }),
    await inventory({ is_returned: true }),
    await inventory({ expires_at: new Date(Date.now() - 1000) }),
  ]
  const texts = new Set<string>()
  for (const device of refused)
    for (const answer of [
      await verifyDevice(device.mac),
      await register(registration(device)),
      await call(auth.verifyUser, { body: { Email: 'a@example.org', MacAddress: device.mac } }),
    ]) {
      expect(answer.status).toBe(404)
      texts.add(answer.text)
    }
  expect(texts.size).toBe(1)
})

test('a device with a claim code requires it', async () => {
  const device = await inventory({ claim_code_hash: hashSecretToken('K7-22-QP') })
  expect((await verifyDevice(device.mac)).data).toEqual({ ClaimCodeRequired: true })
  expect((await register(registration(device))).status).toBe(404)
  expect((await register(registration(device, { ClaimCode: 'K7-22-QX' }))).status).toBe(404)
  expect((await register(registration(device, { ClaimCode: 'K7-22-QP' }))).status).toBe(204)
})

test('when ten users register one device at once, one succeeds and nothing is left of the others', async () => {
  const device = await inventory()
  const bodies = Array.from({ length: 10 }, (_, n) => registration(device, { Name: `Race ${n}` }))
  const answers = await Promise.all(bodies.map(register))
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
  const sites = await db.selectFrom('site').where('name', 'like', 'Race %').select('id').execute()
  expect(sites).toHaveLength(1)
  const emails = bodies.map(({ Email }) => Email)
  expect(await db.selectFrom('app_user').where('email', 'in', emails).select('id').execute()).toHaveLength(1)
})

test('an address that has an account gets the same response, another email, and claims nothing', async () => {
  const known = await make.user()
  const [taken, free] = [await inventory(), await inventory()]
  const sitesBefore = await db.selectFrom('site').select('id').execute()
  const forKnown = await register(registration(taken, { Email: known.email.toUpperCase() }))
  expect(await db.selectFrom('site').select('id').execute()).toHaveLength(sitesBefore.length)
  const forUnknown = await register(registration(free))
  const seen = ({ headers, status, text }: typeof forKnown) => ({
    status,
    text,
    headers: { ...headers, date: '', 'x-request-id': '' },
  })
  expect(seen(forKnown)).toEqual(seen(forUnknown))
  expect((await mailsTo(known.email)).map(({ subject }) => subject)).toEqual(['You already have an account'])
  expect((await verifyDevice(taken.mac)).status).toBe(200)
  expect((await verifyDevice(free.mac)).status).toBe(404)
})

test('a name already used by another customer gets a number', async () => {
  const bodies = [await inventory(), await inventory(), await inventory()].map((device) =>
    registration(device, { Name: 'Same Name' }),
  )
  for (const body of bodies) expect((await register(body)).status).toBe(204)
  const sites = await db
    .selectFrom('site')
    .where('name', 'like', 'Same Name%')
    .select('name')
    .orderBy('name')
    .execute()
  expect(sites.map(({ name }) => name)).toEqual(['Same Name', 'Same Name (2)', 'Same Name (3)'])
})

test('a confirmation link works once, for seven days, for its own address', async () => {
  const body = registration(await inventory())
  await register(body)
  const code = await confirmCode(body.Email)
  expect(problemOf(await confirm('somebody@example.org', code)).ErrorCode).toBe('invalid_link')
  expect((await confirm(body.Email, code)).status).toBe(200)
  expect(problemOf(await confirm(body.Email, code)).ErrorCode).toBe('invalid_link')

  const late = registration(await inventory())
  await register(late)
  const lateCode = await confirmCode(late.Email)
  advance(7 * day)
  expect(problemOf(await confirm(late.Email, lateCode)).ErrorCode).toBe('invalid_link')
})

test('a confirmation is sent again to an unconfirmed user, and the response does not reveal whether one exists', async () => {
  const body = registration(await inventory())
  await register(body)
  const first = await confirmCode(body.Email)
  const confirmed = await make.user()
  for (const Email of [body.Email, confirmed.email, 'nobody@example.org'])
    expect(await call(auth.resend, { body: { Email } })).toMatchObject({ status: 204, text: '' })
  const second = await confirmCode(body.Email)
  expect(await mailsTo(confirmed.email)).toEqual([])
  expect((await confirm(body.Email, first)).status).toBe(400)
  expect((await confirm(body.Email, second)).status).toBe(200)
})

test('in development an account can be registered in a low role and is confirmed by email', async () => {
  const site = await make.site()
  const body = { Email: 'dev@example.org', FullName: 'Dev', Password: good, SiteId: site.id }
  const administrator = await db
    .selectFrom('role')
    .where('name', '=', 'Site Administrator')
    .select('id')
    .executeTakeFirstOrThrow()
  const tooHigh = await call(auth.register, { body: { ...body, UserRoleId: administrator.id } })
  expect(problemOf(tooHigh).ErrorCode).toBe('role_above_own')
  expect((await call(auth.register, { body })).status).toBe(204)
  const login = () => call(auth.login, { body: { Email: body.Email, Password: good } })
  expect(problemOf(await login()).ErrorDetail).toBe('User not confirmed')
  const { data } = await confirm(body.Email, await confirmCode(body.Email))
  expect(data.SessionToken).toBeNull()
  expect((await login()).status).toBe(200)
  expect((await call(auth.register, { body })).status).toBe(204)
  expect((await mailsTo(body.Email)).at(-1)?.subject).toBe('You already have an account')
})

test('a registered site appears in open lists of sites and devices; one that was not registered sends no event', async () => {
  const kinds = async () =>
    (await db.selectFrom('event').select('kind').orderBy('seq').execute()).map(({ kind }) => kind)
  const before = (await kinds()).length
  const body = registration(await inventory())
  await register(body)
  expect((await kinds()).slice(before)).toEqual(['SitesChanged', 'DeviceListChanged'])
  await register({ ...registration(await inventory()), Email: body.Email })
  expect(await kinds()).toHaveLength(before + 2)
})

test('every step of a registration is audited', async () => {
  const body = registration(await inventory())
  await register(body)
  const user = await db
    .selectFrom('app_user')
    .where('email', '=', body.Email)
    .selectAll()
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('audit_entry')
    .where('actor_id', '=', user.id)
    .select('action')
    .orderBy('id')
    .execute()
  expect(rows.map(({ action }) => action)).toEqual(['site.registered', 'user.created', 'device.claimed'])
  expect(user.site_id).not.toBe(root.id)
})

test('the time zone of a registered site is accepted in any case and stored in its canonical spelling', async () => {
  const body = registration(await inventory(), { Name: 'Zone School', TimeZone: 'europe/LISBON' })
  expect((await register(body)).status).toBe(204)
  const site = await db.selectFrom('site').where('name', '=', body.Name).select('time_zone').execute()
  expect(site).toEqual([{ time_zone: 'Europe/Lisbon' }])
})

test('a site that was registered in Spanish has Spanish as its language, and so has the email', async () => {
  const device = await inventory()
  const body = registration(device, { Language: 'es' })
  expect((await register(body as ReturnType<typeof registration>)).status).toBe(204)
  expect((await mailsTo(body.Email)).at(-1)?.text).toContain('Hola')
})
