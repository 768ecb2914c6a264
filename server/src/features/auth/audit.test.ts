import { auth } from '@eot/contract/auth'
import { twoFactor } from '@eot/contract/two-factor'
import { users } from '@eot/contract/users'
import { expect, test } from 'vitest'
import { auditEntriesOf } from '../../../test/audit-entries.ts'
import type { MadeUser } from '../../../test/factories.ts'
import { linkOf, setUpSecondFactor, temporaryPasswordOf } from '../../../test/second-factor.ts'
import { problemOf, testApp } from '../../../test/test-app.ts'
import { totpCode } from '../../platform/totp.ts'

const app = await testApp()
const { advance, call, db, mailsTo, make, signIn } = app
const good = 'a fine new phrase'

const login = ({ email, password }: Pick<MadeUser, 'email' | 'password'>) =>
  call(auth.login, { body: { Email: email, Password: password } })
const newestMail = async (email: string) => (await mailsTo(email)).at(-1)?.text ?? ''
const roleId = async (name: string) =>
  (await db.selectFrom('role').where('name', '=', name).select('id').executeTakeFirstOrThrow()).id

/** Returns a function that lists the audit entries about a user from now on. */
async function watch({ id }: Pick<MadeUser, 'id'>) {
  const rows = () =>
    db
      .selectFrom('audit_entry')
      .where((eb) => eb.or([eb('subject_id', '=', id), eb('actor_id', '=', id)]))
      .orderBy('id')
      .select(['action', 'details'])
      .execute()
  const before = (await rows()).length
  return async () => (await rows()).slice(before)
}

/** User actions and attempts, with the entries they leave. */
const events: Record<string, [rows: string[], act: (user: MadeUser) => Promise<unknown>]> = {
  'a sign-in': [['session.started'], login],
  'a wrong password': [['session.refused'], (user) => login({ ...user, password: 'wrong' })],
  'one try too many': [
    [...Array(10).fill('session.refused'), 'attempt.limited'],
    async (user) => {
      for (let tries = 0; tries < 11; tries++) await login({ ...user, password: 'wrong' })
    },
  ],
  'the right password of an unconfirmed user': [
    ['session.refused'],
    async (user) => {
      await db.updateTable('app_user').set({ confirmed_at: null }).where('id', '=', user.id).execute()
      await login(user)
    },
  ],
  'a temporary password, and its replacement': [
    [
      'user.password_resent',
      'password.temporary',
      'session.step_asked',
      'password.changed',
      'session.started',
    ],
    async (user) => {
      const as = await signIn(await make.user({ site: user.site }))
      await call(users.resendPassword, { params: { id: user.id } }, { as })
      const password = temporaryPasswordOf(await newestMail(user.email))
      const asked = problemOf(await login({ ...user, password }))
      const body = { Email: user.email, Session: asked.SessionToken ?? '', Password: good }
      await call(auth.updatePassword, { body })
    },
  ],
  'an expired temporary password': [
    ['session.refused'],
    async (user) => {
      const ended = { password_expires_at: app.clock() }
      await db.updateTable('app_user').set(ended).where('id', '=', user.id).execute()
      await login(user)
    },
  ],
  'a forgotten password': [
    ['password.reset_code', 'password.reset'],
    async (user) => {
      await call(auth.reset, { body: { Email: user.email } })
      const code = linkOf(await newestMail(user.email), '/reset').get('code') ?? ''
      await call(auth.alter, { body: { Email: user.email, ResetCode: code, Password: good } })
    },
  ],
  'a confirmation': [
    ['user.confirmation_code', 'user.confirmed'],
    async (user) => {
      await db.updateTable('app_user').set({ confirmed_at: null }).where('id', '=', user.id).execute()
      await call(auth.resend, { body: { Email: user.email } })
      const code = linkOf(await newestMail(user.email), '/confirm').get('code') ?? ''
      await call(auth.confirm, { body: { Email: user.email, ConformationCode: code } })
    },
  ],
  "the user's own password, changed after a wrong attempt": [
    ['session.started', 'password.refused', 'password.changed', 'session.started'],
    async (user) => {
      const as = await signIn(user)
      for (const OldPassword of ['wrong', user.password])
        await call(users.changePassword, { body: { OldPassword, NewPassword: good } }, { as })
    },
  ],
  'a second factor, after a wrong code': [
    [
      'session.started',
      'second_factor.requested',
      'second_factor.refused',
      'second_factor.enabled',
      'session.started',
    ],
    async (user) => {
      const as = await signIn(user)
      const begun = await call(twoFactor.request, { body: {} }, { as })
      await call(twoFactor.verify, { body: { Code: '000000' } }, { as })
      await call(twoFactor.verify, { body: { Code: totpCode(begun.data.Secret, app.clock()) } }, { as })
    },
  ],
  'a second factor that becomes required': [
    ['session.started', 'second_factor.demanded'],
    async (user) => {
      const { RefreshToken } = await signIn(user)
      await db.updateTable('app_user').set({ force_two_factor: true }).where('id', '=', user.id).execute()
      await call(auth.refresh, { body: { RefreshToken } })
    },
  ],
  'a sign-out': [
    ['session.started', 'session.ended'],
    async (user) => {
      const { RefreshToken } = await signIn(user)
      await call(auth.logout, { body: { RefreshToken } })
    },
  ],
}

test.each(Object.entries(events))('%s leaves its entries in the audit log', async (_name, [rows, act]) => {
  const user = await make.user()
  const written = await watch(user)
  await act(user)
  expect((await written()).map(({ action }) => action)).toEqual(rows)
})

test('each second-factor code is audited, whether used at a sign-in or as a proof', async () => {
  const user = await make.user()
  const { tokens, recoveryCodes, nextCode } = await setUpSecondFactor(app, await signIn(user))
  const written = await watch(user)
  const mfa = async (Code: string) => {
    const { SessionToken = '' } = problemOf(await login(user))
    return call(auth.mfa, { body: { Email: user.email, Session: SessionToken, Code } })
  }
  await mfa('000000')
  const again = await mfa(recoveryCodes[0] ?? '')
  await call(twoFactor.renewRecoveryCodes, { body: { Code: '000000' } }, { as: again.data })
  await call(twoFactor.renewRecoveryCodes, { body: { Code: recoveryCodes[1] ?? '' } }, { as: again.data })
  const { status } = await call(twoFactor.disable, { body: { Code: nextCode() } }, { as: again.data })
  expect([tokens.ForceTwoFactorAuthSetup, status]).toEqual([false, 200])
  expect((await written()).map(({ action }) => action)).toEqual([
    'session.step_asked',
    'second_factor.refused',
    'session.step_asked',
    'second_factor.recovery_code_used',
    'session.started',
    'second_factor.refused',
    'second_factor.recovery_code_used',
    'second_factor.recovery_codes_renewed',
    'second_factor.disabled',
    'session.started',
  ])
})

test('an invitation is audited, and so is the temporary password created for it', async () => {
  const as = await signIn()
  const Email = 'invited@example.org'
  const UserRole = await roleId('Viewer')
  const { data } = await call(users.create, { body: { FullName: 'Ann', Email, UserRole } }, { as })
  await mailsTo(Email)
  const rows = await auditEntriesOf(db, data.Id)
  expect(rows.map(({ action }) => action)).toEqual(['user.invited', 'password.temporary'])
})

test('a rejected sign-in is audited with its reason and origin, without what was typed', async () => {
  const user = await make.user({ confirmed_at: null })
  const written = await watch(user)
  await login(user)
  expect(await written()).toEqual([
    {
      action: 'session.refused',
      details: { method: 'password', reason: 'account_not_confirmed', address: '127.0.0.1' },
    },
  ])
  advance(1000)
  const all = await db.selectFrom('audit_entry').selectAll().execute()
  expect(JSON.stringify(all)).not.toContain(user.password)
  expect(JSON.stringify(all)).not.toContain(good)
})
