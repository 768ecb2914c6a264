import { auth } from '@eot/contract/auth'
import { twoFactor } from '@eot/contract/two-factor'
import { users } from '@eot/contract/users'
import { expect, test } from 'vitest'
import { setUpSecondFactor } from '../../../../test/second-factor.ts'
import { problemOf, testApp } from '../../../../test/test-app.ts'

const app = await testApp()
const { advance, call, db, make, signIn } = app

const roles = await db.selectFrom('role').selectAll().execute()
const forcing = (name: string, Value = true) =>
  JSON.stringify([{ Id: roles.find((role) => role.name === name)?.id ?? '', Value }])

const cases = {
  'of the user': async () => make.user({ force_two_factor: true }),
  'of the role in the own site': async () =>
    make.user({
      role: 'Viewer',
      site: await make.site({ force_role_two_factor: forcing('Viewer') }),
    }),
  'of the role in a site above': async () => {
    const top = await make.site({ force_role_two_factor: forcing('Viewer') })
    return make.user({ role: 'Viewer', site: await make.site({ parent: await make.site({ parent: top }) }) })
  },
}

test.each(Object.entries(cases))(
  'where a second factor is required %s, the session allows only its set-up',
  async (_name, made) => {
    const tokens = await signIn(await made())
    expect(tokens.ForceTwoFactorAuthSetup).toBe(true)
    expect(problemOf(await call(users.me, {}, { as: tokens }))).toMatchObject({
      status: 403,
      ErrorCode: 'two_factor_setup_required',
    })
    const refreshed = await call(auth.refresh, { body: { RefreshToken: tokens.RefreshToken } })
    expect(refreshed.data.ForceTwoFactorAuthSetup).toBe(true)
    expect((await call(users.me, {}, { as: refreshed.data })).status).toBe(403)

    const { tokens: full } = await setUpSecondFactor(app, refreshed.data)
    expect(full.ForceTwoFactorAuthSetup).toBe(false)
    expect((await call(users.me, {}, { as: full })).status).toBe(200)
    expect((await call(users.me, {}, { as: refreshed.data })).status).toBe(401)
    expect((await call(twoFactor.state, {}, { as: full })).data.IsForced).toBe(true)
    expect(problemOf(await call(twoFactor.disable, { body: {} }, { as: full })).ErrorCode).toBe(
      'two_factor_forced',
    )
  },
)

test('another role, a false value and a site below require nothing', async () => {
  const site = await make.site({ force_role_two_factor: forcing('Viewer') })
  await make.site({ parent: site, force_role_two_factor: forcing('Site Staff') })
  const off = await make.site({ force_role_two_factor: forcing('Viewer', false) })
  for (const user of [
    await make.user({ site, role: 'Site Staff' }),
    await make.user({ site: off, role: 'Viewer' }),
  ])
    expect((await signIn(user)).ForceTwoFactorAuthSetup).toBe(false)
})

test('a session limited to setting up a second factor expires after an hour', async () => {
  const tokens = await signIn(await make.user({ force_two_factor: true }))
  advance(60 * 60_000 + 1)
  expect((await call(auth.refresh, { body: { RefreshToken: tokens.RefreshToken } })).status).toBe(401)
})

test('when two set-ups are verified at once, one takes effect', async () => {
  const tokens = await signIn(await make.user({ force_two_factor: true }))
  const outcomes = await Promise.allSettled([setUpSecondFactor(app, tokens), setUpSecondFactor(app, tokens)])
  expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1)
  const secrets = await db
    .selectFrom('two_factor')
    .where('user_id', '=', tokens.user.id)
    .selectAll()
    .execute()
  expect(secrets.length).toBeLessThanOrEqual(1)
})

test('a second factor that becomes required during a session is enforced at the next refresh', async () => {
  const site = await make.site()
  const tokens = await signIn(await make.user({ site, role: 'Viewer' }))
  await db
    .updateTable('site')
    .set({ force_role_two_factor: forcing('Viewer') })
    .where('id', '=', site.id)
    .execute()
  const { data } = await call(auth.refresh, { body: { RefreshToken: tokens.RefreshToken } })
  expect(data.ForceTwoFactorAuthSetup).toBe(true)
  expect((await call(users.me, {}, { as: data })).status).toBe(403)
  const { tokens: full } = await setUpSecondFactor(app, data)
  expect((await call(users.me, {}, { as: full })).status).toBe(200)
})
