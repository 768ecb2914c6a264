import { auth } from '@eot/contract/auth'
import { clientErrors } from '@eot/contract/client-errors'
import type { Endpoint } from '@eot/contract/endpoint'
import { users } from '@eot/contract/users'
import { expect, test } from 'vitest'
import { auditEntriesOf } from '../../../../test/audit-entries.ts'
import { problemOf, testApp } from '../../../../test/test-app.ts'
import { createApp } from '../../../app.ts'
import { createBoundedQueue, QueueFull } from '../../../platform/bounded-queue.ts'
import { usualRates } from '../../../platform/http/call-limits.ts'
import { createLog } from '../../../platform/log.ts'
import type { PasswordHashing } from '../../../platform/password-hashing.ts'

let checks = 0
/** Hashing without cost, so that a thousand guesses run quickly. It counts the passwords checked. */
const passwords: PasswordHashing = {
  hash: async (password) => `hash of ${password}`,
  async matches(hash, password) {
    checks++
    return hash === `hash of ${password}`
  },
}
const app = await testApp({ passwords })
const { advance, call, db, make } = app
const minutes = 60_000
const right = 'the right one of all'

const account = () => make.user({ password_hash: `hash of ${right}` })
const login = (email: string, password: string, headers: Record<string, string> = {}) =>
  call(auth.login, { body: { Email: email, Password: password } }, { headers })
const detail = (answer: { text: string }) => problemOf(answer).ErrorDetail

test('of a thousand guesses within a day, at most a hundred are checked against the password', async () => {
  const user = await account()
  checks = 0
  for (let n = 0; n < 1000; n++) {
    await login(user.email, `guess ${n}`)
    advance((24 * 60 * minutes) / 1000 - 100)
  }
  expect(checks).toBeGreaterThan(50)
  expect(checks).toBeLessThanOrEqual(100)
})

test('of a thousand parallel guesses, ten are checked against the password, even with two processes', async () => {
  const user = await account()
  const other = createApp({
    ...app,
    http: { log: createLog('silent') },
    checkAnswers: true,
    isDevelopment: true,
    passwords,
    signal: { notify() {} },
  })
  await other.ready()
  checks = 0
  const guess = async (n: number) => {
    const body = { Email: user.email, Password: `guess ${n}` }
    if (n % 2)
      return other.inject({
        method: 'POST',
        url: '/api/auth/login',
        payload: body,
        remoteAddress: `10.0.0.${n % 250}`,
      })
    return app.server.inject({ method: 'POST', url: '/api/auth/login', payload: body })
  }
  for (let wave = 0; wave < 100; wave++)
    await Promise.all(Array.from({ length: 10 }, (_, n) => guess(wave * 10 + n)))
  await other.close()
  expect(checks).toBeLessThanOrEqual(10)
  expect(detail(await login(user.email, right))).toBe('Limit exceeded')
})

test('while someone is guessing, the owner can still sign in with a known device, and nobody else can with it', async () => {
  const [user, other] = [await account(), await account()]
  const first = await login(user.email, right)
  const cookie = String(first.headers['set-cookie']).split(';')[0] ?? ''
  expect(String(first.headers['set-cookie'])).toMatch(
    /^eot-device=[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Strict$/,
  )
  for (let n = 0; n < 12; n++) for (const { email } of [user, other]) await login(email, 'guess')
  expect(detail(await login(user.email, right))).toBe('Limit exceeded')
  const known = await login(user.email, right, { cookie })
  expect(known.status).toBe(200)
  expect(known.headers['set-cookie']).toBeUndefined()
  expect(detail(await login(other.email, right, { cookie }))).toBe('Limit exceeded')
  // A stolen known device allows as many guesses as any other.
  for (let n = 0; n < 10; n++) await login(user.email, 'guess', { cookie })
  expect(detail(await login(user.email, right, { cookie }))).toBe('Limit exceeded')
})

test('a flood of guesses does not crowd out the owner on a known device', async () => {
  const user = await account()
  const cookie = String((await login(user.email, right)).headers['set-cookie']).split(';')[0] ?? ''
  const flood = Array.from({ length: 100 }, () => login(user.email, 'guess'))
  const owner = login(user.email, right, { cookie })
  expect((await owner).status).toBe(200)
  expect((await Promise.all(flood)).some(({ status }) => status === 429)).toBe(true)
})

test('waiting sign-ins to many other accounts do not keep out a known device', async () => {
  const queue = createBoundedQueue({ parallel: 1, waiting: 1, reserved: 1 })
  const release = Promise.withResolvers<void>()
  let asked = 0
  const busy = await testApp({
    passwords: {
      ...passwords,
      matches(hash, password, how) {
        asked++
        return queue.run(async () => {
          if (password === 'guess') await release.promise
          return passwords.matches(hash, password)
        }, how)
      },
    },
  })
  const user = await busy.make.user({ password_hash: `hash of ${right}` })
  const ask = (Email: string, Password: string, headers = {}) =>
    busy.call(auth.login, { body: { Email, Password } }, { headers })
  const cookie = String((await ask(user.email, right)).headers['set-cookie']).split(';')[0] ?? ''
  // Two of the guesses run, fifty wait, and the others are refused.
  const flood = Array.from({ length: 60 }, (_, n) => ask(`nobody${n}@example.org`, 'guess'))
  await expect.poll(() => asked).toBe(3)
  const owner = ask(user.email, right, { cookie })
  await expect.poll(() => asked).toBe(4)
  release.resolve()
  expect((await owner).status).toBe(200)
  expect((await Promise.all(flood)).filter(({ status }) => status === 429)).toHaveLength(8)
})

test('when too many passwords wait to be hashed, password changes are postponed like sign-ins', async () => {
  const busy = await testApp({
    passwords: {
      ...passwords,
      async hash() {
        throw new QueueFull()
      },
    },
  })
  const user = await busy.make.user({ password_hash: `hash of ${right}` })
  const as = await busy.signIn({ ...user, password: right })
  const body = { OldPassword: right, NewPassword: 'a fine new phrase' }
  const answer = await busy.call(users.changePassword, { body }, { as })
  expect(problemOf(answer)).toMatchObject({ status: 429, ErrorCode: 'rate_limited' })
  expect(answer.headers['retry-after']).toBe('1')
})

test('the token of a known device is stored only as a hash', async () => {
  const user = await account()
  const cookie = String((await login(user.email, right)).headers['set-cookie']).split(';')[0] ?? ''
  const rows = await db.selectFrom('known_device').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(cookie.split('=')[1])
})

test('a rejected sign-in is audited with the address it came from', async () => {
  const user = await account()
  await login(user.email, 'guess')
  const rows = await auditEntriesOf(db, user.id)
  expect(rows).toEqual([
    expect.objectContaining({ action: 'session.refused', actor_id: null, details: { address: '127.0.0.1' } }),
  ])
})

test('one address is rate-limited and gets a retry time, while others can continue', async () => {
  const limited = await testApp({
    rates: usualRates,
    passwords,
    elapsed: () => 0,
  })
  const ask = (endpoint: Endpoint, body: object, remoteAddress: string) =>
    limited.server.inject({ method: 'POST', url: `/api${endpoint.path}`, payload: body, remoteAddress })
  for (const [endpoint, body, { burst }] of [
    [auth.login, { Email: 'a@example.org', Password: 'guess' }, usualRates.signIn],
    [auth.verifyDevice, { MacAddress: 'AA:BB:CC:DD:EE:FF' }, usualRates.inquiry],
    [auth.refresh, { RefreshToken: 'rubbish' }, usualRates.refresh],
    [clientErrors.report, { Kind: 'Session', Message: 'timeout', Page: '/loading' }, usualRates.report],
  ] as const) {
    const statuses = []
    for (let n = 0; n < burst + 5; n++) statuses.push((await ask(endpoint, body, '192.0.2.1')).statusCode)
    expect(statuses.indexOf(429)).toBe(burst)
    const refused = await ask(endpoint, body, '192.0.2.1')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await ask(endpoint, body, '192.0.2.2')).statusCode).not.toBe(429)
  }
})

test('after a clock that ran an hour ahead is corrected, nobody has to wait', async () => {
  let elapsed = 0
  let ahead = 60 * minutes
  const limited = await testApp({
    rates: usualRates,
    passwords,
    elapsed: () => elapsed,
    clock: () => new Date(Date.now() + ahead),
  })
  const user = await limited.make.user({ password_hash: `hash of ${right}` })
  const ask = (Password: string) => limited.call(auth.login, { body: { Email: user.email, Password } }, {})
  for (let n = 0; n < usualRates.signIn.burst; n++) await ask('guess')
  expect((await ask(right)).status).toBe(429)
  ahead = 0
  elapsed = 1000
  expect((await ask(right)).status).toBe(200)
})
