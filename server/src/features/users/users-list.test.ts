import { userRoles } from '@eot/contract/user-roles'
import { users } from '@eot/contract/users'
import { expect, test } from 'vitest'
import { setUpSecondFactor } from '../../../test/second-factor.ts'
import { problemOf, testApp } from '../../../test/test-app.ts'

const app = await testApp()
const { advance, call, db, make, mailsTo, signIn } = app

/** Creates a school with a wing: its manager, who is the caller, and some users. */
async function school() {
  const site = await make.site()
  const wing = await make.site({ parent: site, name: 'Wing' })
  const as = await signIn({ site, role: 'Site Manager', full_name: 'mia Manager' })
  const above = await make.user({ site, role: 'Site Administrator', full_name: 'Ada Above' })
  const below = await make.user({ site: wing, role: 'Viewer', full_name: 'Zoe Below', user_title: 'Nurse' })
  const inactive = await make.user({ site: wing, role: 'Viewer', full_name: 'Bob Gone', is_active: false })
  await make.user({ site, full_name: 'Deleted', deleted_at: new Date() })
  return { site, wing, as, above, below, inactive }
}

type As = Awaited<ReturnType<typeof school>>['as']
const list = (as: As, query: object = {}) => call(users.list, { query }, { as })
const names = async (as: As, query: object = {}) =>
  (await list(as, query)).data.Items?.map(({ FullName }) => FullName)

test('the users of a site and its sub-sites are listed by name regardless of case, without deleted ones', async () => {
  const { as, site, wing } = await school()
  expect(await names(as)).toEqual(['Ada Above', 'Bob Gone', 'mia Manager', 'Zoe Below'])
  expect(await names(as, { order: 'desc' })).toEqual(['Zoe Below', 'mia Manager', 'Bob Gone', 'Ada Above'])
  expect(await names(as, { SiteId: wing.id })).toEqual(['Bob Gone', 'Zoe Below'])
  expect(await names(as, { SiteId: site.id, IncludeSubSites: false })).toEqual(['Ada Above', 'mia Manager'])
  expect(await names(as, { PageSize: 1, Page: 3 })).toEqual(['Zoe Below'])
  expect((await list(as, { CountOnly: true })).data).toEqual({ Total: 4 })
})

test('a user is listed with role, site, sign-in and notices, and without secrets', async () => {
  const { as, below, wing } = await school()
  const { data, text } = await list(as, { search: 'zoe' })
  expect(data.Items).toEqual([
    {
      Id: below.id,
      FullName: 'Zoe Below',
      Email: below.email,
      PhoneNumber: null,
      UserTitle: 'Nurse',
      UserRole: { Id: expect.any(String), Name: 'Viewer' },
      Site: { Id: wing.id, Name: 'Wing' },
      IsActive: true,
      NotificationsEnabled: true,
      EmailEnabled: true,
      TextEnabled: false,
      ForceUserTwoFactorAuth: false,
      Settings: { Theme: 'Default' },
      TwoFactor: 'Off',
      AuthType: 'Password',
      LastSignInAt: null,
      Invitation: null,
      CreatedAt: expect.any(String),
      Version: 1,
    },
  ])
  expect(text).not.toMatch(/argon|secret/i)
  expect(await call(users.get, { params: { id: below.id } }, { as })).toMatchObject({
    status: 200,
    data: data.Items?.[0],
  })
})

test('users can be searched by name, email, title and site, and filtered by status and role', async () => {
  const { as, below, inactive } = await school()
  for (const search of ['ZOE', below.email, 'nurse'])
    expect(await names(as, { search }), search).toEqual(['Zoe Below'])
  expect(await names(as, { search: 'wing' })).toEqual(['Bob Gone', 'Zoe Below'])
  expect(await names(as, { search: '100%_' })).toEqual([])
  expect(await names(as, { IsActive: false })).toEqual(['Bob Gone'])
  expect(await names(as, { IsActive: true, search: 'wing' })).toEqual(['Zoe Below'])
  const roles = (await call(userRoles.all, {}, { as })).data
  const idOf = (name: string) => roles.find((role) => role.Name === name)?.Id
  expect(await names(as, { UserRole: [idOf('Site Manager'), idOf('Site Administrator')] })).toEqual([
    'Ada Above',
    'mia Manager',
  ])
  expect(await names(as, { sortBy: 'UserRole', order: 'desc', IsActive: true })).toEqual([
    'Ada Above',
    'mia Manager',
    'Zoe Below',
  ])
  expect((await list(as, { search: inactive.email, CountOnly: true })).data.Total).toBe(1)
  expect(problemOf(await list(as, { sortBy: 'PasswordHash' })).Errors?.[0]?.Path).toBe('sortBy')
})

test('a search of users ignores case in any alphabet and finds what has just been changed', async () => {
  const { as, below } = await school()
  await db
    .updateTable('app_user')
    .set({ full_name: 'ZOË Šimková', user_title: null })
    .where('id', '=', below.id)
    .execute()
  expect(await names(as, { search: 'zoë ŠIM' })).toEqual(['ZOË Šimková'])
  for (const search of ['zoe', 'nurse']) expect(await names(as, { search }), search).toEqual([])
  expect((await call(users.lookup, { query: { search: 'ŠIMKOVÁ' } }, { as })).data).toEqual([
    { Id: below.id, Name: 'ZOË Šimková' },
  ])
})

test('users can be filtered by second factor, required second factor and sign-in method', async () => {
  const { as, site, below } = await school()
  const role = db.selectFrom('role').where('name', '=', 'Viewer').select('id')
  const { id } = await role.executeTakeFirstOrThrow()
  await db
    .updateTable('site')
    .where('id', '=', site.id)
    .set({ force_role_two_factor: JSON.stringify([{ Id: id, Value: true }]) })
    .execute()
  const forced = await make.user({ site, full_name: 'Finn Forced', force_two_factor: true })
  const guarded = await signIn({ site, full_name: 'Gia Guarded', role: 'Site Administrator' })
  await setUpSecondFactor(app, guarded)
  await db
    .insertInto('sso_identity')
    .values({ issuer: 'i', tenant: 't', subject: below.id, user_id: below.id })
    .execute()
  expect(await names(as, { TwoFactor: 'On' })).toEqual(['Gia Guarded'])
  expect(await names(as, { TwoFactor: 'Missing' })).toEqual(['Bob Gone', 'Finn Forced', 'Zoe Below'])
  expect(await names(as, { TwoFactor: 'Off' })).toEqual(['Ada Above', 'mia Manager'])
  expect(await names(as, { ForceUserTwoFactorAuth: true })).toEqual(['Finn Forced'])
  expect(await names(as, { ForceUserTwoFactorAuth: false, TwoFactor: 'Missing' })).toEqual([
    'Bob Gone',
    'Zoe Below',
  ])
  expect(await names(as, { AuthType: 'SingleSignOn' })).toEqual(['Zoe Below'])
  expect((await list(as, { AuthType: 'Password', CountOnly: true })).data.Total).toBe(5)
  expect(await names(as, { search: forced.email, TwoFactor: 'Missing' })).toEqual(['Finn Forced'])
})

test('the last sign-in is kept after the session is gone, and users who never signed in come last', async () => {
  const { as, below } = await school()
  const before = Date.now()
  const tokens = await signIn(below)
  await db.deleteFrom('session').where('user_id', '=', below.id).execute()
  expect(tokens.user.id).toBe(below.id)
  const { data } = await list(as, { sortBy: 'LastSignInAt', order: 'desc' })
  expect(data.Items?.map(({ FullName }) => FullName).slice(0, 2)).toEqual(['Zoe Below', 'mia Manager'])
  expect(Date.parse(data.Items?.[0]?.LastSignInAt ?? '')).toBeGreaterThanOrEqual(before)
  expect(data.Items?.[3]?.LastSignInAt).toBeNull()
})

test('an invitation is pending for seven days, then expired, and ends when a password is chosen', async () => {
  const { as } = await school()
  const [role] = (await call(userRoles.all, {}, { as })).data.slice(-1)
  const body = { FullName: 'Ivy Invited', Email: 'ivy@example.org', UserRole: role?.Id ?? '' }
  const { data: invited } = await call(users.create, { body }, { as })
  expect(invited.Invitation?.Status).toBe('Pending')
  await mailsTo(body.Email)
  const invitationNow = async (who: As) =>
    (await call(users.get, { params: { id: invited.Id } }, { as: who })).data.Invitation
  expect(await invitationNow(as)).toMatchObject({ Status: 'Pending' })
  advance(7 * 86_400_000)
  const later = await signIn(as.user)
  expect(await invitationNow(later)).toMatchObject({ Status: 'Expired' })
  await call(users.resendPassword, { params: { id: invited.Id } }, { as: later })
  expect((await mailsTo(body.Email)).map(({ subject }) => subject)).toEqual([
    'Welcome to EoT LIVE',
    'Welcome to EoT LIVE',
  ])
  expect(await invitationNow(later)).toMatchObject({ Status: 'Pending' })
  await db.updateTable('app_user').set({ password_expires_at: null }).where('id', '=', invited.Id).execute()
  expect(await invitationNow(later)).toBeNull()
})

test('selectors get every user with the site, and a search finds at most twenty by name or email', async () => {
  const { as, below, wing } = await school()
  const all = (await call(users.all, {}, { as })).data
  expect(all.map(({ Name }) => Name)).toEqual(['Ada Above', 'Bob Gone', 'mia Manager', 'Zoe Below'])
  expect(all.at(-1)).toEqual({
    Id: below.id,
    Name: 'Zoe Below',
    Site: { Id: wing.id, Name: 'Wing' },
    IsActive: true,
  })
  const lookup = async (query: object) => (await call(users.lookup, { query }, { as })).data
  expect(await lookup({ search: 'be' })).toEqual([{ Id: below.id, Name: 'Zoe Below' }])
  expect(await lookup({ search: below.email })).toEqual([{ Id: below.id, Name: 'Zoe Below' }])
  expect(await lookup({ search: 'nurse' })).toEqual([])
  for (let n = 0; n < 21; n++) await make.user({ site: wing })
  expect(await lookup({})).toHaveLength(20)
  expect((await call(users.name, { params: { id: below.id } }, { as })).data).toEqual({
    Id: below.id,
    Name: 'Zoe Below',
  })
})

test('the users of a filter can be downloaded, and formulas in their names are escaped', async () => {
  const { as, below } = await school()
  await db.updateTable('app_user').set({ full_name: '=cmd()' }).where('id', '=', below.id).execute()
  const { headers, text } = await call(users.export, { query: { IsActive: true } }, { as })
  expect(headers['content-disposition']).toMatch(/^attachment; filename="users-\d{4}-\d\d-\d\d\.csv"$/)
  const lines = text.trim().split('\r\n')
  expect(lines).toHaveLength(4)
  expect(lines[1]).toMatch(/^'=cmd\(\),user\d+@example\.org,Nurse,,Viewer,Wing,true,Off,false,Password,/)
  expect(lines[2]).toContain('Ada Above')
})

test('roles are listed highest first, those that may be granted, and those of a site with their users', async () => {
  const { as, wing } = await school()
  const namesOf = (roles: { Name: string }[]) => roles.map(({ Name }) => Name)
  const everyRole = ['System Administrator', 'Site Administrator', 'Site Manager', 'Site Staff', 'Viewer']
  expect(namesOf((await call(userRoles.all, {}, { as })).data)).toEqual(everyRole)
  expect(namesOf((await call(userRoles.list, {}, { as })).data)).toEqual(everyRole.slice(2))
  const viewer = (await call(userRoles.all, {}, { as })).data.find(({ Name }) => Name === 'Viewer')
  await db
    .updateTable('site')
    .where('id', '=', as.user.site.id)
    .set({ force_role_two_factor: JSON.stringify([{ Id: viewer?.Id ?? '', Value: true }]) })
    .execute()
  const ofSite = async (id: string) => {
    const { data } = await call(userRoles.ofSite, { params: { id } }, { as })
    return data.map(({ Name, Users, IsTwoFactorForced }) => [Name, Users, IsTwoFactorForced])
  }
  expect(await ofSite(as.user.site.id)).toEqual([
    ['System Administrator', 0, false],
    ['Site Administrator', 1, false],
    ['Site Manager', 1, false],
    ['Site Staff', 0, false],
    ['Viewer', 2, true],
  ])
  expect((await ofSite(wing.id)).at(-1)).toEqual(['Viewer', 2, true])
  const foreign = await make.site()
  expect(problemOf(await call(userRoles.ofSite, { params: { id: foreign.id } }, { as })).ErrorCode).toBe(
    'site_not_found',
  )
})
