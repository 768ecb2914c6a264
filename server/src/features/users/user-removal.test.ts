import { alerts } from '@eot/contract/alerts'
import { auth } from '@eot/contract/auth'
import type { BodyOf } from '@eot/contract/endpoint'
import type { RoleName } from '@eot/contract/permissions'
import { users } from '@eot/contract/users'
import { io, type Socket } from 'socket.io-client'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import type { MadeUser } from '../../../test/factories.ts'
import { setUpSecondFactor } from '../../../test/second-factor.ts'
import { problemOf } from '../../../test/test-app.ts'
import { testLive } from '../../../test/test-live.ts'

const app = await testLive()
afterAll(app.close)
const { call, db, mailsTo, make, root, signIn } = app
const roles = new Map(
  (await db.selectFrom('role').selectAll().execute()).map(({ id, name }) => [name, id] as const),
)
const roleId = (name: RoleName) => roles.get(name) ?? ''

type As = Awaited<ReturnType<typeof signIn>>
const change = (as: As, id: string, body: Partial<BodyOf<typeof users.update>>) =>
  call(users.update, { params: { id }, body }, { as })
const remove = (as: As, id: string) => call(users.delete, { params: { id } }, { as })
const refresh = (as: As) => call(auth.refresh, { body: { RefreshToken: as.RefreshToken } })

function connect(token: string): Promise<Socket> {
  const options = { path: '/ws/', auth: { token }, transports: ['websocket'], reconnection: false }
  const socket = io(app.url, options)
  onTestFinished(() => void socket.disconnect())
  return new Promise((resolve, reject) => {
    socket.on('connect', () => resolve(socket))
    socket.on('connect_error', reject)
  })
}

const acts = {
  deactivated: (as: As, { id }: MadeUser) => change(as, id, { IsActive: false }),
  deleted: (as: As, { id }: MadeUser) => remove(as, id),
}

test.each(Object.entries(acts))(
  'a user who is %s loses tokens and live connections, and cannot sign in',
  async (_name, act) => {
    const as = await signIn()
    const user = await signIn(await make.user({ site: as.user.site, role: 'Site Staff' }))
    const socket = await connect(user.AccessToken)
    expect((await act(as, user.user)).status).toBeLessThan(300)
    expect((await call(users.me, {}, { as: user })).status).toBe(401)
    expect((await refresh(user)).status).toBe(401)
    await vi.waitFor(() => expect(socket.connected).toBe(false), { timeout: 60_000 })
    const { email: Email, password: Password } = user.user
    expect(problemOf(await call(auth.login, { body: { Email, Password } })).ErrorCode).toBe(
      'invalid_credentials',
    )
  },
)

test('a user who is activated again must sign in again, and old tokens stay invalid', async () => {
  const as = await signIn()
  const user = await signIn(await make.user({ site: as.user.site, role: 'Viewer' }))
  await change(as, user.user.id, { IsActive: false })
  const resent = await call(users.resendPassword, { params: { id: user.user.id } }, { as })
  expect(problemOf(resent)).toMatchObject({ status: 409, ErrorCode: 'user_inactive' })
  expect((await change(as, user.user.id, { IsActive: true })).data.IsActive).toBe(true)
  expect((await refresh(user)).status).toBe(401)
  expect((await call(users.me, {}, { as: await signIn(user.user) })).status).toBe(200)
  const actions = await db
    .selectFrom('audit_entry')
    .where('subject_id', '=', user.user.id)
    .where('action', 'like', 'user.%')
    .orderBy('id')
    .select('action')
    .execute()
  expect(actions.map(({ action }) => action)).toEqual(['user.deactivated', 'user.reactivated'])
})

test.each([
  ['another role', { UserRole: roleId('Viewer') }],
  ['another site', { Site: 'below' }],
])(
  'a user with %s loses the old permissions at once, and gets the new ones with the next token',
  async (_name, given) => {
    const as = await signIn()
    const below = await make.site({ parent: as.user.site })
    const user = await signIn(await make.user({ site: as.user.site, role: 'Site Manager' }))
    const socket = await connect(user.AccessToken)
    await change(as, user.user.id, 'Site' in given ? { Site: below.id } : given)
    expect((await call(users.list, {}, { as: user })).status).toBe(401)
    await vi.waitFor(() => expect(socket.connected).toBe(false), { timeout: 60_000 })
    const fresh = { AccessToken: (await refresh(user)).data.AccessToken }
    const me = (await call(users.me, {}, { as: fresh })).data
    expect([me.UserRole.Name, me.Site.Id]).toEqual(
      'Site' in given ? ['Site Manager', below.id] : ['Viewer', as.user.site.id],
    )
    const listed = await call(users.list, {}, { as: fresh })
    if ('Site' in given) expect(listed.data.Items?.map(({ Id }) => Id)).toEqual([user.user.id])
    else expect(listed.status).toBe(403)
  },
)

test('the name of a deleted user stays in alerts and history, and the address can be invited again', async () => {
  const as = await signIn()
  const staff = await signIn(
    await make.user({ site: as.user.site, role: 'Site Staff', full_name: 'Dee Gone' }),
  )
  const alert = await make.alert({ device: await make.device({ site: as.user.site }) })
  const params = { id: alert.id }
  await call(alerts.update, { params, body: { Confirmed: true } }, { as: staff })
  expect((await remove(as, staff.user.id)).status).toBe(204)
  expect((await call(alerts.get, { params }, { as })).data.ConfirmedBy).toEqual({
    Id: staff.user.id,
    Name: 'Dee Gone',
  })
  for (const again of [
    await remove(as, staff.user.id),
    await call(users.get, { params: { id: staff.user.id } }, { as }),
    await change(as, staff.user.id, { FullName: 'Back' }),
  ])
    expect(problemOf(again)).toMatchObject({ status: 404, ErrorCode: 'user_not_found' })
  expect((await call(users.all, {}, { as })).data.map(({ Id }) => Id)).toEqual([as.user.id])
  const body = { FullName: 'Dee Again', Email: staff.user.email, UserRole: roleId('Viewer') }
  expect((await call(users.create, { body }, { as })).status).toBe(201)
})

test('nobody can delete themselves or reset their own second factor', async () => {
  const as = await signIn()
  await signIn({ site: as.user.site })
  const { tokens } = await setUpSecondFactor(app, as)
  const own = { ...tokens, user: as.user }
  const reset = await call(users.resetTwoFactor, { params: { id: as.user.id } }, { as: own })
  for (const answer of [await remove(own, as.user.id), reset])
    expect(problemOf(answer)).toMatchObject({ status: 403, ErrorCode: 'own_account' })
})

test('a lost second factor is reset by an administrator: sessions end, and the owner is notified by email', async () => {
  const as = await signIn()
  const user = await signIn(await make.user({ site: as.user.site, role: 'Site Manager' }))
  const { tokens } = await setUpSecondFactor(app, user)
  const params = { id: user.user.id }
  expect((await call(users.resetTwoFactor, { params }, { as })).status).toBe(204)
  expect((await call(users.me, {}, { as: tokens })).status).toBe(401)
  const subjects = (await mailsTo(user.user.email)).map(({ subject }) => subject)
  expect(subjects).toContain('Your two-factor authentication was reset')
  expect((await call(users.me, {}, { as: await signIn(user.user) })).data.TwoFactor).toBe('Off')
  expect(await db.selectFrom('recovery_code').where('user_id', '=', params.id).selectAll().execute()).toEqual(
    [],
  )
  const entry = db.selectFrom('audit_entry').where('action', '=', 'second_factor.reset')
  expect(await entry.where('subject_id', '=', params.id).selectAll().execute()).toMatchObject([
    { actor_id: as.user.id, site_id: as.user.site.id },
  ])
  const again = await call(users.resetTwoFactor, { params }, { as })
  expect(problemOf(again)).toMatchObject({ status: 409, ErrorCode: 'two_factor_not_enabled' })
})

/** The acting user, and the administrators of a district with a school below it. */
async function district() {
  const site = await make.site()
  const school = await make.site({ parent: site })
  const system = await signIn({ site: root, role: 'System Administrator' })
  const only = await make.user({ site, role: 'Site Administrator' })
  return { site, school, system, only }
}

const losses: [
  string,
  (as: As, user: MadeUser, school: string) => Promise<{ status: number; text: string }>,
][] = [
  ['deactivated', acts.deactivated],
  ['deleted', acts.deleted],
  ['demoted', (as, { id }) => change(as, id, { UserRole: roleId('Site Manager') })],
  ['moved to a site below', (as, { id }, school) => change(as, id, { Site: school })],
]

test.each(losses)('the last administrator of a site cannot be %s', async (_name, act) => {
  const { school, system, only, site } = await district()
  await make.user({ site, role: 'Site Manager' })
  await make.user({ site: school, role: 'Site Administrator' })
  await make.user({ site, role: 'Site Administrator', is_active: false })
  await make.user({ site, role: 'Site Administrator', password_hash: null })
  const before = (await call(users.get, { params: { id: only.id } }, { as: system })).data
  expect(problemOf(await act(system, only, school.id))).toMatchObject({
    status: 409,
    ErrorCode: 'last_administrator',
  })
  expect((await call(users.get, { params: { id: only.id } }, { as: system })).data).toEqual(before)
  await make.user({ site, role: 'Site Administrator' })
  expect((await act(system, only, school.id)).status).toBeLessThan(300)
})

test.each(losses)(
  'the administrator of a sub-site can be %s while its parent site has one',
  async (_name, act) => {
    const { school, system } = await district()
    const [wing, user] = [
      await make.site({ parent: school }),
      await make.user({ site: school, role: 'Site Administrator' }),
    ]
    expect((await act(system, user, wing.id)).status).toBeLessThan(300)
  },
)

test('an invited administrator who has not joined yet can be deleted, since nobody depends on them', async () => {
  const { site, system, only } = await district()
  const invited = await make.user({ site, role: 'Site Administrator', password_hash: null })
  expect((await remove(system, invited.id)).status).toBe(204)
  expect((await remove(system, only.id)).status).toBe(409)
})

test('two administrators who remove each other at the same time leave one of them', async () => {
  for (let round = 0; round < 5; round++) {
    const site = await make.site()
    const [one, other] = [await signIn({ site }), await signIn({ site })]
    const acted = await Promise.all([
      round % 2 ? remove(one, other.user.id) : change(one, other.user.id, { IsActive: false }),
      change(other, one.user.id, { UserRole: roleId('Viewer') }),
    ])
    const statuses = acted.map(({ status }) => status)
    expect(statuses.filter((status) => status < 300)).toHaveLength(1)
    expect(statuses.find((status) => status >= 300)).toBe(401)
  }
})

test('two others who each remove one of the last two administrators leave one of them', async () => {
  const site = await make.site()
  const [one, other] = [await make.user({ site }), await make.user({ site })]
  const system = [
    await signIn({ site: root, role: 'System Administrator' }),
    await signIn({ site: root, role: 'System Administrator' }),
  ]
  const [first, second] = await Promise.all([
    remove(system[0] as As, one.id),
    remove(system[1] as As, other.id),
  ])
  expect([first?.status, second?.status].toSorted()).toEqual([204, 409])
})

test('two system administrators who remove each other at the same time leave one of them', async () => {
  const atRoot = () =>
    db
      .selectFrom('app_user')
      .where('role_id', '=', roleId('System Administrator'))
      .where('site_id', '=', root.id)
      .where('is_active', '=', true)
      .where('deleted_at', 'is', null)
      .select('id')
      .execute()
  const earlier = await atRoot()
  const system = { site: root, role: 'System Administrator' } as const
  const [one, other] = [await signIn(system), await signIn(system)]
  for (const { id } of earlier) expect((await change(one, id, { IsActive: false })).status).toBe(200)
  // Neither can take over from the last: one administers a customer's site, the other ranks below.
  await make.user({ site: await make.site(), role: 'System Administrator' })
  await make.user({ site: root, role: 'Site Administrator' })
  const acted = await Promise.all([
    change(one, other.user.id, { UserRole: roleId('Site Administrator') }),
    remove(other, one.user.id),
  ])
  expect(acted.map(({ status }) => status).filter((status) => status < 300)).toHaveLength(1)
  expect(await atRoot()).toHaveLength(1)
})
