import { auth } from '@eot/contract/auth'
import { users } from '@eot/contract/users'
import { expect, test } from 'vitest'
import { problemOf, testApp } from '../../../../test/test-app.ts'
import { forgetIdentityRemains } from '../accounts/forget-identity.queries.ts'

const { advance, call, clock, db, make, signIn } = await testApp()
const minutes = 60_000

const login = (email: string, password: string) =>
  call(auth.login, { body: { Email: email, Password: password } })
const refresh = (token: string) => call(auth.refresh, { body: { RefreshToken: token } })

async function fail(email: string, times: number): Promise<void> {
  for (let n = 0; n < times; n++) await login(email, 'wrong password')
}

test('the right password returns tokens that grant access to the API', async () => {
  const user = await make.user()
  const { status, data } = await login(user.email, user.password)
  expect(status).toBe(200)
  expect(data.ForceTwoFactorAuthSetup).toBe(false)
  expect((await call(users.me, {}, { as: data })).data).toMatchObject({ Id: user.id, Email: user.email })
})

test('the address is accepted in any case and with surrounding spaces', async () => {
  const user = await make.user({ email: 'Mixed.Case@Example.org' })
  expect((await login('  mixed.case@EXAMPLE.ORG ', user.password)).status).toBe(200)
})

test('an unknown address and a wrong password get the same error', async () => {
  const user = await make.user()
  const unknown = await login('nobody@example.org', 'wrong password')
  const wrong = await login(user.email, 'wrong password')
  expect(unknown).toMatchObject({ status: 400, text: wrong.text })
  expect(problemOf(wrong)).toMatchObject({ ErrorDetail: 'Invalid credentials' })
})

test('a deactivated or deleted user gets the same error as an unknown one', async () => {
  for (const state of [{ is_active: false }, { deleted_at: new Date() }]) {
    const user = await make.user(state)
    const answer = await login(user.email, user.password)
    expect(problemOf(answer).ErrorDetail).toBe('Invalid credentials')
  }
})

test('only the right password reveals that the account is not confirmed', async () => {
  const user = await make.user({ confirmed_at: null })
  expect(problemOf(await login(user.email, 'wrong password')).ErrorDetail).toBe('Invalid credentials')
  expect(problemOf(await login(user.email, user.password)).ErrorDetail).toBe('User not confirmed')
})

test('a temporary password is rejected after it expires', async () => {
  const user = await make.user({ password_expires_at: new Date(Date.now() - 1000) })
  expect(problemOf(await login(user.email, user.password)).ErrorDetail).toBe('Temporary password expired')
})

test('after ten failures even the right password is rejected for 15 minutes', async () => {
  const user = await make.user()
  await fail(user.email, 10)
  const refused = await login(user.email, user.password)
  expect(problemOf(refused)).toMatchObject({ status: 400, ErrorDetail: 'Limit exceeded' })
  advance(15 * minutes + 1)
  expect((await login(user.email, user.password)).status).toBe(200)
})

test('an unknown address is limited like a known one', async () => {
  await fail('limited@example.org', 10)
  expect(problemOf(await login('limited@example.org', 'x')).ErrorDetail).toBe('Limit exceeded')
})

test('parallel guesses are counted one after another', async () => {
  const user = await make.user()
  await fail(user.email, 9)
  const answers = await Promise.all(Array.from({ length: 5 }, () => login(user.email, 'wrong password')))
  const details = answers.map((answer) => problemOf(answer).ErrorDetail).sort()
  expect(details).toEqual([
    'Invalid credentials',
    'Limit exceeded',
    'Limit exceeded',
    'Limit exceeded',
    'Limit exceeded',
  ])
})

test('a flood of sign-ins to one account gets an error that asks to retry later', async () => {
  const user = await make.user()
  const answers = await Promise.all(Array.from({ length: 20 }, () => login(user.email, user.password)))
  const turnedAway = answers.filter((answer) => answer.status === 429)
  expect(turnedAway.length).toBeGreaterThan(0)
  expect(turnedAway[0]?.headers['retry-after']).toBe('1')
  expect(answers.filter((answer) => answer.status === 200).length + turnedAway.length).toBe(20)
})

test('failures that no longer count are deleted, whichever account they belong to', async () => {
  await fail('somebody@example.org', 1)
  advance(24 * 60 * minutes)
  await fail('somebody.else@example.org', 1)
  await forgetIdentityRemains(db, clock())
  const emails = await db.selectFrom('sign_in_failure').select('email').execute()
  expect(emails).toEqual([{ email: 'somebody.else@example.org' }])
})

test('a success deletes the failures before it', async () => {
  const user = await make.user()
  await fail(user.email, 9)
  await signIn(user)
  await fail(user.email, 9)
  expect((await login(user.email, user.password)).status).toBe(200)
})

test('refreshing returns new tokens that grant access to the API', async () => {
  const first = await signIn()
  const second = await refresh(first.RefreshToken)
  expect(second.status).toBe(200)
  expect(second.data.RefreshToken).not.toBe(first.RefreshToken)
  expect((await call(users.me, {}, { as: second.data })).status).toBe(200)
})

test('fifty parallel refreshes with one token get one successor', async () => {
  const { RefreshToken } = await signIn()
  const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(RefreshToken)))
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
  const successors = new Set(answers.map((answer) => answer.data.RefreshToken))
  expect(successors.size).toBe(1)
  expect((await refresh([...successors][0] ?? '')).status).toBe(200)
})

test('a token reused after the grace period ends its session with all its tokens', async () => {
  const first = await signIn()
  const second = (await refresh(first.RefreshToken)).data
  advance(10_001)
  expect(problemOf(await refresh(first.RefreshToken))).toMatchObject({
    status: 401,
    ErrorCode: 'invalid_refresh_token',
  })
  expect((await refresh(second.RefreshToken)).status).toBe(401)
  expect((await call(users.me, {}, { as: second })).status).toBe(401)
  const events = await db
    .selectFrom('audit_entry')
    .where('action', '=', 'session.token_reused')
    .selectAll()
    .execute()
  expect(events).toHaveLength(1)
})

test('a session ends seven days after its sign-in, however often it is refreshed', async () => {
  let tokens = await signIn()
  for (let day = 1; day <= 6; day++) {
    advance(24 * 60 * minutes)
    tokens = { ...tokens, ...(await refresh(tokens.RefreshToken)).data }
  }
  advance(24 * 60 * minutes + 1)
  expect((await refresh(tokens.RefreshToken)).status).toBe(401)
})

test('logging out revokes access at once, and repeating it is not an error', async () => {
  const tokens = await signIn()
  expect((await call(users.me, {}, { as: tokens })).status).toBe(200)
  const logout = () => call(auth.logout, { body: { RefreshToken: tokens.RefreshToken } })
  expect(await logout()).toMatchObject({ status: 204, text: '' })
  expect((await call(users.me, {}, { as: tokens })).status).toBe(401)
  expect((await refresh(tokens.RefreshToken)).status).toBe(401)
  expect((await logout()).status).toBe(204)
})

test('logging out without the refresh token still ends the session of the access token', async () => {
  const tokens = await signIn()
  await call(auth.logout, { body: { RefreshToken: 'lost' } }, { as: tokens })
  expect((await call(users.me, {}, { as: tokens })).status).toBe(401)
})

test('neither passwords nor tokens are stored in plain text', async () => {
  const tokens = await signIn()
  const rows = await Promise.all(
    (['refresh_token', 'session', 'app_user', 'audit_entry'] as const).map((table) =>
      db.selectFrom(table).selectAll().execute(),
    ),
  )
  const stored = JSON.stringify(rows)
  expect(stored).not.toContain(tokens.RefreshToken)
  expect(stored).not.toContain(tokens.user.password)
})
