import { auth } from '@eot/contract/auth'
import { users } from '@eot/contract/users'
import { expect, test } from 'vitest'
import { auditEntriesOf, lastAuditEntryOf } from '../../../../test/audit-entries.ts'
import type { MadeUser } from '../../../../test/factories.ts'
import { holdStatements } from '../../../../test/hold-statements.ts'
import { linkOf, setUpSecondFactor } from '../../../../test/second-factor.ts'
import { problemOf, testApp } from '../../../../test/test-app.ts'

const app = await testApp()
const { advance, call, db, mailsTo, make, signIn } = app
const minutes = 60_000
const good = 'a fine new phrase'

const login = (email: string, password: string) =>
  call(auth.login, { body: { Email: email, Password: password } })
const reset = (email: string) => call(auth.reset, { body: { Email: email } })
const alter = (email: string, code: string, password = good) =>
  call(auth.alter, { body: { Email: email, ResetCode: code, Password: password } })

async function resetCode(email: string): Promise<string> {
  expect((await reset(email)).status).toBe(204)
  const mail = (await mailsTo(email)).findLast(({ subject }) => subject === 'Reset your password')
  return linkOf(mail?.text ?? '', '/reset').get('code') ?? ''
}

test('a forgotten password is replaced with an emailed code, which works once', async () => {
  const user = await make.user()
  const code = await resetCode(user.email)
  expect(await alter(user.email, code)).toMatchObject({ status: 204, text: '' })
  expect((await login(user.email, user.password)).status).toBe(400)
  expect((await login(user.email, good)).status).toBe(200)
  expect(problemOf(await alter(user.email, code)).ErrorCode).toBe('invalid_link')
  const subjects = (await mailsTo(user.email)).map((mail) => mail.subject)
  expect(subjects).toEqual(['Reset your password', 'Your password was changed'])
})

test('the email is in the language of the user', async () => {
  const user = await make.user({ settings: JSON.stringify({ Language: 'es' }) })
  expect((await reset(user.email)).status).toBe(204)
  const [mail] = await mailsTo(user.email)
  expect(mail?.subject).toBe('Restablezca su contraseña')
  expect(mail?.text).toContain('El enlace funciona una sola vez, durante una hora.')
})

test('a reset ends all sessions and starts none', async () => {
  const tokens = await signIn()
  const answer = await alter(tokens.user.email, await resetCode(tokens.user.email))
  expect(answer.text).toBe('')
  expect(answer.headers['set-cookie']).toBeUndefined()
  expect((await call(users.me, {}, { as: tokens })).status).toBe(401)
  expect((await call(auth.refresh, { body: { RefreshToken: tokens.RefreshToken } })).status).toBe(401)
})

test('a reset does not bypass the second factor', async () => {
  const tokens = await signIn()
  await setUpSecondFactor(app, tokens)
  await alter(tokens.user.email, await resetCode(tokens.user.email))
  expect(problemOf(await login(tokens.user.email, good)).ErrorDetail).toBe('MFA required')
})

test('a reset to the current password, even a temporary one, is rejected, and the code stays valid', async () => {
  const user = await make.user()
  const endsAt = new Date(app.clock().getTime() + 60 * minutes)
  await db.updateTable('app_user').set({ password_expires_at: endsAt }).where('id', '=', user.id).execute()
  const code = await resetCode(user.email)
  expect(problemOf(await alter(user.email, code, user.password)).ErrorCode).toBe('invalid_request')
  expect(problemOf(await login(user.email, user.password)).ErrorDetail).toBe('New password required')
  expect((await alter(user.email, code)).status).toBe(204)
  expect((await login(user.email, good)).status).toBe(200)
})

test('a code is rejected after an hour, for another address, and once a newer one exists', async () => {
  const user = await make.user()
  const other = await make.user()
  const first = await resetCode(user.email)
  expect(problemOf(await alter(other.email, first)).ErrorCode).toBe('invalid_link')
  const second = await resetCode(user.email)
  expect(problemOf(await alter(user.email, first)).ErrorCode).toBe('invalid_link')
  advance(60 * minutes)
  expect(problemOf(await alter(user.email, second)).ErrorCode).toBe('invalid_link')
})

test('an unacceptable password is rejected with its field, and the code stays valid', async () => {
  const user = await make.user()
  const code = await resetCode(user.email)
  for (const password of ['short', 'password1234', user.email]) {
    const { Errors } = problemOf(await alter(user.email, code, password))
    expect(Errors).toEqual([{ Path: 'Password', Message: expect.stringContaining('must have') }])
  }
  expect((await alter(user.email, code)).status).toBe(204)
})

test('when one code is used in parallel, one use succeeds', async () => {
  const user = await make.user()
  const code = await resetCode(user.email)
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => alter(user.email, code, `${good} ${n}`)),
  )
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
})

test('known, unknown, deactivated and deleted accounts get the same response, and only active ones get an email', async () => {
  const known = await make.user()
  const gone = [await make.user({ is_active: false }), await make.user({ deleted_at: new Date() })]
  const answers = []
  for (const email of [known.email, 'nobody@example.org', ...gone.map(({ email }) => email)]) {
    const { headers, status, text } = await reset(email)
    answers.push({ status, text, headers: { ...headers, date: '', 'x-request-id': '' } })
    expect(await mailsTo(email)).toHaveLength(email === known.email ? 1 : 0)
  }
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
})

test('an address gets at most five emails an hour; further requests are rejected, whether or not it is known', async () => {
  const known = await make.user()
  for (const email of [known.email, 'unknown@example.org']) {
    for (let n = 0; n < 5; n++) expect((await reset(n % 2 ? email.toUpperCase() : email)).status).toBe(204)
    await mailsTo(email)
    const refused = await reset(email)
    expect(refused.status).toBe(429)
    expect(refused.headers['retry-after']).toBe('3600')
  }
  expect(await mailsTo(known.email)).toHaveLength(5)
})

test('forty requests for one address, partly parallel and in capitals, send five emails in total', async () => {
  const user = await make.user()
  const answers = []
  for (let wave = 0; wave < 10; wave++)
    answers.push(
      ...(await Promise.all(
        Array.from({ length: 4 }, (_, n) => reset(n % 2 ? user.email : user.email.toUpperCase())),
      )),
    )
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(5)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(35)
  expect(await mailsTo(user.email)).toHaveLength(5)
})

test('requests dated by a clock that ran an hour ahead do not count once it is corrected', async () => {
  const user = await make.user()
  advance(61 * minutes)
  for (let n = 0; n < 5; n++) await reset(user.email)
  advance(-61 * minutes)
  expect((await reset(user.email)).status).toBe(204)
})

test('links use the configured address, whatever host the request names', async () => {
  const user = await make.user()
  await call(
    auth.reset,
    { body: { Email: user.email } },
    {
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' },
    },
  )
  const [mail] = await mailsTo(user.email)
  expect(mail?.text).toContain('https://portal.example.org/reset?')
  expect(`${mail?.text}${mail?.html}`).not.toContain('evil.example')
})

test('users change their own password with the old one, which ends all other sessions', async () => {
  const tokens = await signIn()
  const elsewhere = await signIn(tokens.user)
  const change = (OldPassword: string, NewPassword: string) =>
    call(users.changePassword, { body: { OldPassword, NewPassword } }, { as: tokens })
  expect(problemOf(await change('wrong password', good)).ErrorDetail).toBe('Invalid credentials')
  for (const password of ['short', tokens.user.password])
    expect(problemOf(await change(tokens.user.password, password)).Errors?.[0]?.Path).toBe('NewPassword')
  const changed = await change(tokens.user.password, good)
  expect(changed.status).toBe(200)
  for (const ended of [tokens, elsewhere]) expect((await call(users.me, {}, { as: ended })).status).toBe(401)
  expect((await call(users.me, {}, { as: changed.data })).status).toBe(200)
  expect((await login(tokens.user.email, good)).status).toBe(200)
  expect((await mailsTo(tokens.user.email)).map(({ subject }) => subject)).toEqual([
    'Your password was changed',
  ])
})

/** How a password is replaced. Each prepares a replacement, and returns the function that makes it. */
const replacements: Record<string, (user: MadeUser) => Promise<() => Promise<unknown>>> = {
  'changed by its owner': async (user) => {
    const as = await signIn(user)
    const body = { OldPassword: user.password, NewPassword: good }
    return () => call(users.changePassword, { body }, { as })
  },
  'reset with a code': async ({ email }) => {
    const code = await resetCode(email)
    return () => alter(email, code)
  },
  'replaced with a temporary one': async ({ id, email, site }) => {
    const as = await signIn({ site })
    await call(users.resendPassword, { params: { id } }, { as })
    return () => mailsTo(email)
  },
  'revoked since it was emailed to a wrong address': async ({ id, email, site }) => {
    const as = await signIn({ site })
    const endsAt = new Date(app.clock().getTime() + 60 * minutes)
    await db.updateTable('app_user').set({ password_expires_at: endsAt }).where('id', '=', id).execute()
    return () => call(users.update, { params: { id }, body: { Email: `right.${email}` } }, { as })
  },
}

test.each(Object.entries(replacements))(
  'a sign-in that is checking a password while it is %s is refused and audited',
  async (_name, prepare) => {
    const user = await make.user()
    const replace = await prepare(user)
    const { untilHeld, untilBlocked, letGo } = await holdStatements(app.pool, 'insert on audit_entry')
    const replaced = replace()
    await untilHeld()
    const answer = login(user.email, user.password)
    await untilBlocked()
    await letGo()
    await replaced
    expect(problemOf(await answer)).toMatchObject({ status: 400, ErrorDetail: 'Invalid credentials' })
    expect(await lastAuditEntryOf(db, user.id)).toMatchObject({
      action: 'session.refused',
      details: { method: 'password', reason: 'invalid_credentials' },
    })
  },
)

test('guesses at the old password are limited', async () => {
  const tokens = await signIn()
  const change = (OldPassword: string) =>
    call(users.changePassword, { body: { OldPassword, NewPassword: good } }, { as: tokens })
  for (let n = 0; n < 10; n++) await change('wrong password')
  expect(problemOf(await change(tokens.user.password)).ErrorDetail).toBe('Limit exceeded')
})

test('each action adds one entry to the audit log', async () => {
  const user = await make.user()
  await alter(user.email, await resetCode(user.email))
  const rows = await auditEntriesOf(db, user.id)
  expect(rows).toMatchObject([{ action: 'password.reset_code' }, { action: 'password.reset' }])
})
