import { auth } from '@eot/contract/auth'
import { twoFactor } from '@eot/contract/two-factor'
import { users } from '@eot/contract/users'
import { expect, test } from 'vitest'
import { holdStatements } from '../../../../test/hold-statements.ts'
import { setUpSecondFactor } from '../../../../test/second-factor.ts'
import { type Answered, problemOf, testApp } from '../../../../test/test-app.ts'
import { totpCode } from '../../../platform/totp.ts'

const app = await testApp()
const { advance, call, clock, db, mailsTo, make, signIn } = app
const minutes = 60_000

const login = (email: string, password: string) =>
  call(auth.login, { body: { Email: email, Password: password } })
const mfa = (email: string, session: string, code: string) =>
  call(auth.mfa, { body: { Email: email, Session: session, Code: code } })

/** Creates a user with a second factor, and the token of a sign-in that waits for its code. */
async function waiting() {
  const signedIn = await signIn()
  const factor = await setUpSecondFactor(app, signedIn)
  return { ...factor, user: signedIn.user, session: await begin(signedIn.user) }
}

async function begin(user: { email: string; password: string }): Promise<string> {
  const refused = problemOf(await login(user.email, user.password))
  expect(refused).toMatchObject({ status: 400, ErrorDetail: 'MFA required' })
  return refused.SessionToken ?? ''
}

const detail = (answer: Answered<unknown>) => problemOf(answer).ErrorDetail

test('set-up returns a secret and its QR code and, once verified, ten recovery codes and new tokens', async () => {
  const as = await signIn()
  const begun = (await call(twoFactor.request, { body: {} }, { as })).data
  expect(begun.Uri).toContain(`secret=${begun.Secret}`)
  expect(Buffer.from(begun.QrCode.split(',')[1] ?? '', 'base64').toString()).toContain('<svg')
  const code = totpCode(begun.Secret, clock())
  const { data } = await call(twoFactor.verify, { body: { Code: code } }, { as })
  expect(new Set(data.RecoveryCodes).size).toBe(10)
  expect((await call(users.me, {}, { as })).status).toBe(401)
  expect((await call(users.me, {}, { as: data.Tokens })).status).toBe(200)
  const state = await call(twoFactor.state, {}, { as: data.Tokens })
  expect(state.data).toEqual({ IsEnabled: true, IsForced: false, RecoveryCodesLeft: 10 })
  expect((await mailsTo(as.user.email)).map((mail) => mail.subject)).toEqual([
    'Two-factor authentication was turned on',
  ])
})

test('sign-ins do not require a code until one has been verified', async () => {
  const as = await signIn()
  const { data } = await call(twoFactor.request, { body: {} }, { as })
  const wrong = totpCode(data.Secret, new Date(clock().getTime() + 600_000))
  expect(detail(await call(twoFactor.verify, { body: { Code: wrong } }, { as }))).toBe('Invalid code')
  expect((await login(as.user.email, as.user.password)).status).toBe(200)
})

test('a sign-in that waits while the second factor is turned on requires a code', async () => {
  const as = await signIn()
  const { data } = await call(twoFactor.request, { body: {} }, { as })
  const { untilHeld, untilBlocked, letGo } = await holdStatements(app.pool, 'insert on audit_entry')
  const turnedOn = call(twoFactor.verify, { body: { Code: totpCode(data.Secret, clock()) } }, { as })
  await untilHeld()
  const answer = login(as.user.email, as.user.password)
  await untilBlocked()
  await letGo()
  expect((await turnedOn).status).toBe(200)
  expect(detail(await answer)).toBe('MFA required')
})

test('a set-up that was started too long ago must be restarted', async () => {
  const as = await signIn()
  const { data } = await call(twoFactor.request, { body: {} }, { as })
  advance(15 * minutes + 1)
  const fresh = (await call(auth.refresh, { body: { RefreshToken: as.RefreshToken } })).data
  const code = totpCode(data.Secret, clock())
  const answer = await call(twoFactor.verify, { body: { Code: code } }, { as: fresh })
  expect(problemOf(answer).ErrorCode).toBe('two_factor_setup_expired')
})

test('a sign-in continues with an authenticator code', async () => {
  const { nextCode, session, user } = await waiting()
  const answer = await mfa(user.email, session, nextCode())
  expect(answer.status).toBe(200)
  expect(answer.data.ForceTwoFactorAuthSetup).toBe(false)
  expect((await call(users.me, {}, { as: answer.data })).status).toBe(200)
})

test('a sign-in continues with a recovery code, which works once and in any notation', async () => {
  const { recoveryCodes, session, user, tokens } = await waiting()
  const [first = '', second = ''] = recoveryCodes
  expect((await mfa(user.email, session, ` ${first.toUpperCase().replaceAll('-', ' ')} `)).status).toBe(200)
  expect((await call(twoFactor.state, {}, { as: tokens })).data.RecoveryCodesLeft).toBe(9)
  const next = await begin(user)
  expect(detail(await mfa(user.email, next, first))).toBe('Invalid code')
  expect((await mfa(user.email, next, second)).status).toBe(200)
})

test('the session token works once, for five attempts, for five minutes, for its own address', async () => {
  const { nextCode, session, user } = await waiting()
  const other = await make.user()
  expect(detail(await mfa(other.email, session, nextCode()))).toBe('Session is expired')
  expect((await mfa(user.email, session, nextCode())).status).toBe(200)
  expect(detail(await mfa(user.email, session, nextCode()))).toBe('Session is expired')

  const tried = await begin(user)
  for (let n = 0; n < 5; n++) expect(detail(await mfa(user.email, tried, '000000'))).toBe('Invalid code')
  expect(detail(await mfa(user.email, tried, nextCode()))).toBe('Session is expired')

  const late = await begin(user)
  advance(5 * minutes)
  expect(detail(await mfa(user.email, late, nextCode()))).toBe('Session is expired')
  expect(detail(await mfa(user.email, 'never given', nextCode()))).toBe('Session is expired')
})

test('the code of the previous time step is accepted; an older one or one far ahead is not', async () => {
  const { secret, session, user } = await waiting()
  advance(10 * minutes)
  const again = await begin(user)
  const at = (seconds: number) => totpCode(secret, new Date(clock().getTime() + seconds * 1000))
  expect(detail(await mfa(user.email, session, at(0)))).toBe('Session is expired')
  expect(detail(await mfa(user.email, again, at(-61)))).toBe('Invalid code')
  expect(detail(await mfa(user.email, again, at(61)))).toBe('Invalid code')
  expect((await mfa(user.email, again, at(-30))).status).toBe(200)
})

test('the code of a phone that is half a minute ahead is accepted once, and then no earlier one', async () => {
  const { secret, user } = await waiting()
  advance(10 * minutes)
  const codeAt = (seconds: number) => totpCode(secret, new Date(clock().getTime() + seconds * 1000))
  const [previous, current, next] = [codeAt(-30), codeAt(0), codeAt(30)]
  expect((await mfa(user.email, await begin(user), next)).status).toBe(200)
  const again = await begin(user)
  for (const used of [previous, current, next])
    expect(detail(await mfa(user.email, again, used))).toBe('Invalid code')
  advance(30_000)
  expect(detail(await mfa(user.email, again, next))).toBe('Invalid code')
  expect((await mfa(user.email, again, codeAt(30))).status).toBe(200)
})

test('a code works once, and so does a code older than the last one used', async () => {
  const { secret, user, nextCode } = await waiting()
  const code = nextCode()
  expect((await mfa(user.email, await begin(user), code)).status).toBe(200)
  const replayed = await begin(user)
  expect(detail(await mfa(user.email, replayed, code))).toBe('Invalid code')
  const before = totpCode(secret, new Date(clock().getTime() - 30_000))
  expect(detail(await mfa(user.email, replayed, before))).toBe('Invalid code')
})

test('when one code is sent fifty times at once, with as many sign-ins, one is accepted', {
  timeout: 60_000,
}, async () => {
  const { user, nextCode, secret } = await waiting()
  for (const trailing of [0, 30_000]) {
    await db.deleteFrom('sign_in_failure').execute()
    const sessions: string[] = []
    for (let n = 0; n < 50; n++) sessions.push(await begin(user))
    nextCode()
    advance(trailing)
    const code = totpCode(secret, new Date(clock().getTime() - trailing))
    const answers = await Promise.all(sessions.map((session) => mfa(user.email, session, code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  }
})

test('wrong codes are limited per account, however many sign-ins they are spread over', async () => {
  const { user, nextCode } = await waiting()
  for (let n = 0; n < 10; n++)
    expect(detail(await mfa(user.email, await begin(user), '000000'))).toBe('Invalid code')
  expect(detail(await mfa(user.email, await begin(user), nextCode()))).toBe('Limit exceeded')
  advance(15 * minutes + 1)
  expect((await mfa(user.email, await begin(user), nextCode())).status).toBe(200)
})

test('a session token is not an access token', async () => {
  const { session } = await waiting()
  expect((await call(users.me, {}, { as: { AccessToken: session } })).status).toBe(401)
})

test('turning it off ends all sessions, and from then on only the password is required', async () => {
  const { user, tokens } = await waiting()
  const { data, status } = await call(twoFactor.disable, { body: {} }, { as: tokens })
  expect(status).toBe(200)
  expect((await call(users.me, {}, { as: tokens })).status).toBe(401)
  expect((await call(users.me, {}, { as: data })).status).toBe(200)
  expect((await login(user.email, user.password)).status).toBe(200)
  const again = await call(twoFactor.disable, { body: {} }, { as: data })
  expect(problemOf(again).ErrorCode).toBe('two_factor_not_enabled')
})

test('new recovery codes invalidate the old ones', async () => {
  const { user, tokens, session, recoveryCodes } = await waiting()
  const { data } = await call(twoFactor.renewRecoveryCodes, { body: {} }, { as: tokens })
  expect(data.RecoveryCodes).toHaveLength(10)
  expect(detail(await mfa(user.email, session, recoveryCodes[0] ?? ''))).toBe('Invalid code')
  expect((await mfa(user.email, session, data.RecoveryCodes[0] ?? '')).status).toBe(200)
})

test('recovery codes are not renewed by a session that a new password is ending', async () => {
  const { user, tokens: as, recoveryCodes } = await waiting()
  const { untilHeld, untilBlocked, letGo } = await holdStatements(app.pool, 'insert on audit_entry')
  const NewPassword = 'a fine new phrase'
  const body = { OldPassword: user.password, NewPassword }
  const changed = call(users.changePassword, { body }, { as })
  await untilHeld()
  const answer = call(twoFactor.renewRecoveryCodes, { body: {} }, { as })
  await untilBlocked()
  await letGo()
  expect((await changed).status).toBe(200)
  expect(problemOf(await answer).ErrorCode).toBe('invalid_access_token')
  const session = await begin({ email: user.email, password: NewPassword })
  expect((await mfa(user.email, session, recoveryCodes[0] ?? '')).status).toBe(200)
})

test("after five minutes, changing the account's protection requires the password or a code", async () => {
  const { user, tokens, nextCode } = await waiting()
  advance(5 * minutes + 1)
  for (const endpoint of [twoFactor.disable, twoFactor.request, twoFactor.renewRecoveryCodes]) {
    const answer = await call(endpoint, { body: {} }, { as: tokens })
    expect(problemOf(answer)).toMatchObject({ status: 403, ErrorCode: 'reauthentication_required' })
  }
  const wrong = await call(twoFactor.request, { body: { Password: 'wrong password' } }, { as: tokens })
  expect(detail(wrong)).toBe('Invalid credentials')
  expect(detail(await call(twoFactor.request, { body: { Code: '000000' } }, { as: tokens }))).toBe(
    'Invalid code',
  )
  expect((await call(twoFactor.request, { body: { Code: nextCode() } }, { as: tokens })).status).toBe(200)
  expect((await call(twoFactor.disable, { body: { Password: user.password } }, { as: tokens })).status).toBe(
    200,
  )
})

test('a temporary password requires the code first, then a new password', async () => {
  const { user, nextCode } = await waiting()
  const expiry = new Date(clock().getTime() + 60 * minutes)
  await db.updateTable('app_user').set({ password_expires_at: expiry }).where('id', '=', user.id).execute()
  const refused = problemOf(await mfa(user.email, await begin(user), nextCode()))
  expect(refused.ErrorDetail).toBe('New password required')
  const body = { Email: user.email, Session: refused.SessionToken ?? '', Password: 'quite another phrase' }
  const answer = await call(auth.updatePassword, { body })
  expect(answer.status).toBe(200)
  expect((await call(users.me, {}, { as: answer.data })).status).toBe(200)
})
