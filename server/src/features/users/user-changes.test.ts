import { auth } from '@eot/contract/auth'
import type { BodyOf } from '@eot/contract/endpoint'
import type { RoleName } from '@eot/contract/permissions'
import { users } from '@eot/contract/users'
import { expect, test } from 'vitest'
import { lastAuditEntryOf } from '../../../test/audit-entries.ts'
import { linkOf } from '../../../test/second-factor.ts'
import { problemOf, testApp } from '../../../test/test-app.ts'

const { call, db, mailsTo, make, signIn } = await testApp()
const roles = new Map(
  (await db.selectFrom('role').selectAll().execute()).map(({ id, name }) => [name, id] as const),
)
const roleId = (name: RoleName) => roles.get(name) ?? ''

type As = Awaited<ReturnType<typeof signIn>>
type Change = Partial<BodyOf<typeof users.update>>
const change = (as: As, id: string, body: Change) => call(users.update, { params: { id }, body }, { as })
const stored = async (as: As, id: string) => (await call(users.get, { params: { id } }, { as })).data
async function twoUsers(role: RoleName = 'Site Administrator', other: RoleName = 'Viewer') {
  const as = await signIn({ role })
  const user = await make.user({ site: as.user.site, role: other, full_name: 'Una User' })
  return { as, user, site: as.user.site }
}

test('an administrator changes profile, notices, role and site of a user, and the history shows the changes', async () => {
  const { as, user, site } = await twoUsers()
  const wing = await make.site({ parent: site, name: 'Wing' })
  const { status, data } = await change(as, user.id, {
    FullName: 'Una Upton',
    UserTitle: 'Nurse',
    PhoneNumber: '+1 (507) 555-0164',
    TextEnabled: true,
    EmailEnabled: false,
    NotificationsEnabled: false,
    UserRole: roleId('Site Staff'),
    Site: wing.id.toUpperCase(),
    ForceUserTwoFactorAuth: true,
  })
  expect(status).toBe(200)
  expect(data).toMatchObject({
    FullName: 'Una Upton',
    UserTitle: 'Nurse',
    PhoneNumber: '+1 (507) 555-0164',
    TextEnabled: true,
    EmailEnabled: false,
    NotificationsEnabled: false,
    UserRole: { Name: 'Site Staff' },
    Site: { Id: wing.id },
    ForceUserTwoFactorAuth: true,
    TwoFactor: 'Missing',
    Version: 2,
  })
  expect(await stored(as, user.id)).toEqual(data)
  expect(await lastAuditEntryOf(db, user.id)).toMatchObject({
    actor_id: as.user.id,
    site_id: wing.id,
    action: 'user.changed',
    details: {
      changes: {
        FullName: ['Una User', 'Una Upton'],
        UserTitle: [null, 'Nurse'],
        UserRole: ['Viewer', 'Site Staff'],
        Site: [
          { Id: site.id, Name: site.name },
          { Id: wing.id, Name: 'Wing' },
        ],
        ForceUserTwoFactorAuth: [false, true],
      },
    },
  })
})

test('omitted and null fields stay as they are, and an empty text removes a title or number', async () => {
  const { as, user } = await twoUsers()
  await change(as, user.id, { UserTitle: 'Nurse', PhoneNumber: '+49 30 901820' })
  const before = await stored(as, user.id)
  const nothing = Object.fromEntries(Object.keys(users.update.body?.shape ?? {}).map((name) => [name, null]))
  expect(Object.keys(nothing).length).toBeGreaterThan(10)
  expect((await change(as, user.id, nothing)).data).toEqual(before)
  expect((await change(as, user.id, {})).data).toEqual(before)
  expect((await change(as, user.id, { UserTitle: '', PhoneNumber: '' })).data).toMatchObject({
    UserTitle: null,
    PhoneNumber: null,
  })
})

test('a save without changes writes no history and keeps the version', async () => {
  const { as, user } = await twoUsers()
  const { id } = await db
    .selectFrom('audit_entry')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const { data } = await change(as, user.id, { FullName: 'Una User', IsActive: true })
  expect(data.Version).toBe(1)
  expect(await db.selectFrom('audit_entry').where('id', '>', id).selectAll().orderBy('id').execute()).toEqual(
    [],
  )
})

test('users change their own name, title, phone and notices without any permission', async () => {
  const as = await signIn({ role: 'Viewer' })
  const { data } = await change(as, as.user.id, {
    FullName: 'New Name',
    UserTitle: 'Guard',
    PhoneNumber: '+15075550164',
    TextEnabled: true,
    EmailEnabled: false,
  })
  expect(data).toMatchObject({ FullName: 'New Name', UserTitle: 'Guard', TextEnabled: true })
  expect((await call(users.me, {}, { as })).data).toEqual(data)
  expect(await lastAuditEntryOf(db, as.user.id)).toMatchObject({
    action: 'user.changed',
    actor_id: as.user.id,
  })
})

test.each<[string, Change, string]>([
  ['a name of spaces', { FullName: '  ' }, 'FullName'],
  ['a phone number without country', { PhoneNumber: '507 555 0164' }, 'PhoneNumber'],
  ['a phone number with letters', { PhoneNumber: '+1 507 CALL ME' }, 'PhoneNumber'],
  ['an email without a domain', { Email: 'una' }, 'Email'],
  ['text messages without a number', { TextEnabled: true }, 'PhoneNumber'],
  ['a version of zero', { Version: 0 }, 'Version'],
])('%s is rejected at its field, and nothing is saved', async (_name, body, path) => {
  const { as, user } = await twoUsers()
  const answer = await change(as, user.id, { UserTitle: 'Nurse', ...body })
  expect(problemOf(answer)).toMatchObject({ status: 400, ErrorCode: 'invalid_request' })
  expect(problemOf(answer).Errors?.map(({ Path }) => Path)).toEqual([path])
  expect((await stored(as, user.id)).Version).toBe(1)
})

test('an invitation with text messages requires a phone number', async () => {
  const { as } = await twoUsers()
  const body = { FullName: 'Ann', Email: 'text@example.org', UserRole: roleId('Viewer'), TextEnabled: true }
  expect(problemOf(await call(users.create, { body }, { as })).Errors?.[0]?.Path).toBe('PhoneNumber')
  const { data } = await call(
    users.create,
    { body: { ...body, PhoneNumber: '+15075550164', UserTitle: 'Nurse', EmailEnabled: false } },
    { as },
  )
  expect(data).toMatchObject({ TextEnabled: true, EmailEnabled: false, UserTitle: 'Nurse' })
})

test.each<[RoleName, RoleName]>([
  ['Site Manager', 'Site Administrator'],
  ['Site Administrator', 'System Administrator'],
])('a %s cannot change, delete, reset or send a password to a %s', async (role, above) => {
  const { as, user } = await twoUsers(role, above)
  const params = { id: user.id }
  const answers = [
    await change(as, user.id, { FullName: 'Mine' }),
    await change(as, user.id, { IsActive: false }),
    await change(as, user.id, { UserRole: roleId('Viewer') }),
    await call(users.resendPassword, { params }, { as }),
    ...(role === 'Site Manager'
      ? []
      : [await call(users.delete, { params }, { as }), await call(users.resetTwoFactor, { params }, { as })]),
  ]
  for (const answer of answers)
    expect(problemOf(answer)).toMatchObject({ status: 403, ErrorCode: 'role_above_own' })
  const row = await db.selectFrom('app_user').where('id', '=', user.id).selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ full_name: 'Una User', is_active: true, version: 1 })
})

test('nobody grants a role above their own, an unknown role, or a site outside their own', async () => {
  const { as, user, site } = await twoUsers('Site Manager')
  const sub = await signIn({ site: await make.site({ parent: site }), role: 'Site Administrator' })
  const visitor = await make.user({ site: sub.user.site, role: 'Viewer' })
  const refusals: [As, string, Change, string][] = [
    [as, user.id, { UserRole: roleId('Site Administrator') }, 'role_above_own'],
    [as, user.id, { UserRole: user.id }, 'role_not_found'],
    [as, user.id, { Site: (await make.site()).id }, 'site_not_found'],
    [sub, visitor.id, { Site: site.id }, 'site_not_found'],
    [sub, user.id, { FullName: 'Mine' }, 'user_not_found'],
  ]
  for (const [who, id, body, code] of refusals)
    expect(problemOf(await change(who, id, body)).ErrorCode).toBe(code)
})

test('a save based on an older version is refused with the current user and who changed it', async () => {
  const { as, user, site } = await twoUsers()
  const other = await signIn({ site, full_name: 'Olga Other' })
  const { data: current } = await change(other, user.id, { UserTitle: 'Nurse' })
  const answer = await change(as, user.id, { UserTitle: 'Guard', Version: 1 })
  expect(problemOf(answer)).toMatchObject({
    status: 409,
    ErrorCode: 'edit_conflict',
    Conflict: { Current: current, ChangedBy: { Id: other.user.id, FullName: 'Olga Other' } },
  })
  expect((await change(as, user.id, { UserTitle: 'Guard', Version: current.Version })).status).toBe(200)
})

test('a new address must be proven by a link before signing in, and the old one is notified', async () => {
  const { as } = await twoUsers()
  const user = await signIn(await make.user({ site: as.user.site, role: 'Viewer' }))
  await call(auth.reset, { body: { Email: user.user.email } })
  const oldCode = linkOf((await mailsTo(user.user.email))[0]?.text ?? '', '/reset').get('code') ?? ''
  const Email = 'new.address@example.org'
  expect((await change(as, user.user.id, { Email })).data.Email).toBe(Email)
  expect((await call(users.me, {}, { as: user })).status).toBe(401)
  const login = () => call(auth.login, { body: { Email, Password: user.user.password } })
  expect(problemOf(await login()).ErrorDetail).toBe('User not confirmed')
  const reset = { Email: user.user.email, ResetCode: oldCode, Password: 'a fine new phrase' }
  expect(problemOf(await call(auth.alter, { body: reset })).ErrorCode).toBe('invalid_link')
  expect((await mailsTo(user.user.email)).at(-1)?.subject).toBe('Your email address was changed')
  const link = linkOf((await mailsTo(Email)).at(-1)?.text ?? '', '/confirm')
  await call(auth.confirm, { body: { Email, ConformationCode: link.get('code') ?? '' } })
  expect((await login()).status).toBe(200)
})

test('an address changed while its user is inactive is proven after the activation, and the old one is notified at once', async () => {
  const { as, user } = await twoUsers()
  const Email = `moved.${user.email}`
  const subjectsTo = async (address: string) => (await mailsTo(address)).map(({ subject }) => subject)
  await change(as, user.id, { IsActive: false })
  await change(as, user.id, { Email })
  expect(await subjectsTo(user.email)).toEqual(['Your email address was changed'])
  expect(await subjectsTo(Email)).toEqual([])
  await change(as, user.id, { IsActive: true })
  const login = () => call(auth.login, { body: { Email, Password: user.password } })
  expect(problemOf(await login()).ErrorDetail).toBe('User not confirmed')
  const link = linkOf((await mailsTo(Email)).at(-1)?.text ?? '', '/confirm')
  await call(auth.confirm, { body: { Email, ConformationCode: link.get('code') ?? '' } })
  expect((await login()).status).toBe(200)
  await change(as, user.id, { IsActive: false })
  await change(as, user.id, { IsActive: true })
  expect(await subjectsTo(Email)).toEqual(['Confirm your new email address'])
})

test('an address that was never confirmed gets no notice when it is replaced', async () => {
  const { as, user } = await twoUsers()
  const [wrong, right] = [`wrnog.${user.email}`, `right.${user.email}`]
  await change(as, user.id, { IsActive: false, Email: wrong })
  await change(as, user.id, { Email: right })
  await change(as, user.id, { IsActive: true })
  expect(await mailsTo(wrong)).toEqual([])
  expect((await mailsTo(right)).map(({ subject }) => subject)).toEqual(['Confirm your new email address'])
})

test('a user whose address is changed right before the activation gets one email to confirm it', async () => {
  const { as, user } = await twoUsers()
  const Email = `moved.${user.email}`
  await change(as, user.id, { IsActive: false, Email })
  await change(as, user.id, { IsActive: true })
  expect((await mailsTo(Email)).map(({ subject }) => subject)).toEqual(['Confirm your new email address'])
})

test('an invited user whose address is corrected gets the invitation there', async () => {
  const { as } = await twoUsers()
  const body = { FullName: 'Ann', Email: 'wrnog@example.org', UserRole: roleId('Viewer') }
  const { data } = await call(users.create, { body }, { as })
  await mailsTo(body.Email)
  await change(as, data.Id, { Email: 'wrong.no.more@example.org' })
  const mails = await mailsTo('wrong.no.more@example.org')
  expect(mails.map(({ subject }) => subject)).toEqual(['Welcome to EoT LIVE'])
  expect(await mailsTo(body.Email)).toHaveLength(1)
})

test('an address in use is refused regardless of case, and the number of attempts is limited', async () => {
  const { as, user } = await twoUsers()
  const taken = await make.user()
  const statuses: number[] = []
  for (let n = 0; n < 21; n++) {
    const answer = await change(as, user.id, { Email: taken.email.toUpperCase() })
    statuses.push(answer.status)
  }
  expect(statuses.filter((status) => status === 409)).toHaveLength(20)
  expect(statuses.at(-1)).toBe(429)
})
