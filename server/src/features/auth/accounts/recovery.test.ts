import { auth } from '@eot/contract/auth'
import { users } from '@eot/contract/users'
import { expect, test } from 'vitest'
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

test('a forgotten password is replaced by the code of a mail, once', async () => {
  const user = await make.user()
  const code = await resetCode(user.email)
  expect(await alter(user.email, code)).toMatchObject({ status: 204, text: '' })
  expect((await login(user.email, user.password)).status).toBe(400)
  expect((await login(user.email, good)).status).toBe(200)
  expect(problemOf(await alter(user.email, code)).ErrorCode).toBe('invalid_link')
  const subjects = (await mailsTo(user.email)).map((mail) => mail.subject)
  expect(subjects).toEqual(['Reset your password', 'Your password was changed'])
})

test('a reset ends all sessions and begins none', async () => {
  const tokens = await signIn()
  const answer = await alter(tokens.user.email, await resetCode(tokens.user.email))
  expect(answer.text).toBe('')
  expect(answer.headers['set-cookie']).toBeUndefined()
  expect((await call(users.me, {}, { as: tokens })).status).toBe(401)
  expect((await call(auth.refresh, { body: { RefreshToken: tokens.RefreshToken } })).status).toBe(401)
})

test('a reset does not get past the second factor', async () => {
  const tokens = await signIn()
  await setUpSecondFactor(app, tokens)
  await alter(tokens.user.email, await resetCode(tokens.user.email))
  expect(problemOf(await login(tokens.user.email, good)).ErrorDetail).toBe('MFA required')
})

test('the password that is there already, a temporary one least of all, is not taken; the code goes on serving', async () => {
  const user = await make.user()
  const endsAt = new Date(app.clock().getTime() + 60 * minutes)
  await db.updateTable('app_user').set({ password_expires_at: endsAt }).where('id', '=', user.id).execute()
  const code = await resetCode(user.email)
  expect(problemOf(await alter(user.email, code, user.password)).ErrorCode).toBe('invalid_request')
  expect(problemOf(await login(user.email, user.password)).ErrorDetail).toBe('New password required')
  expect((await alter(user.email, code)).status).toBe(204)
  expect((await login(user.email, good)).status).toBe(200)
})

test('a code is refused after an hour, for another address, and once there is a newer one', async () => {
  const user = await make.user()
  const other = await make.user()
  const first = await resetCode(user.email)
  expect(problemOf(await alter(other.email, first)).ErrorCode).toBe('invalid_link')
  const second = await resetCode(user.email)
  expect(problemOf(await alter(user.email, first)).ErrorCode).toBe('invalid_link')
  advance(60 * minutes)
  expect(problemOf(await alter(user.email, second)).ErrorCode).toBe('invalid_link')
})

test('a password that may not be chosen is refused with its field, and the code still serves', async () => {
  const user = await make.user()
  const code = await resetCode(user.email)
  for (const password of ['short', 'password1234', user.email]) {
    const { Errors } = problemOf(await alter(user.email, code, password))
    expect(Errors).toEqual([{ Path: 'Password', Message: expect.stringContaining('must have') }])
  }
  expect((await alter(user.email, code)).status).toBe(204)
})

test('of parallel uses of one code one succeeds', async () => {
  const user = await make.user()
  const code = await resetCode(user.email)
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => alter(user.email, code, `${good} ${n}`)),
  )
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
})

test('known, unknown, deactivated and deleted accounts are answered alike, and only the known is written to', async () => {
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

test('an address is written to five times an hour, and then asked to wait, whether or not it is known', async () => {
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

test('forty requests for one address at once are five mails, also with two kinds of letters', async () => {
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

test('requests dated by a clock that was an hour ahead do not count when it has been set right', async () => {
  const user = await make.user()
  advance(61 * minutes)
  for (let n = 0; n < 5; n++) await reset(user.email)
  advance(-61 * minutes)
  expect((await reset(user.email)).status).toBe(204)
})

test('links lead to the configured address, whatever the request says of its host', async () => {
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

test('the own password is changed with the old one; all other sessions end', async () => {
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

test('guesses at the old password are limited', async () => {
  const tokens = await signIn()
  const change = (OldPassword: string) =>
    call(users.changePassword, { body: { OldPassword, NewPassword: good } }, { as: tokens })
  for (let n = 0; n < 10; n++) await change('wrong password')
  expect(problemOf(await change(tokens.user.password)).ErrorDetail).toBe('Limit exceeded')
})

test('each event leaves one row in the audit', async () => {
  const user = await make.user()
  await alter(user.email, await resetCode(user.email))
  const rows = await db.selectFrom('audit_entry').where('subject_id', '=', user.id).select('action').execute()
  expect(rows).toEqual([{ action: 'password.reset_code' }, { action: 'password.reset' }])
})
