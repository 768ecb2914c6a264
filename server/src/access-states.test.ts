import { randomUUID } from 'node:crypto'
import { auth } from '@eot/contract/auth'
import { type Endpoint, isMachineAccess } from '@eot/contract/endpoint'
import { endpoints } from '@eot/contract/endpoints'
import { users } from '@eot/contract/users'
import { expect, test } from 'vitest'
import { setUpSecondFactor } from '../test/second-factor.ts'
import { type As, problemOf, testApp } from '../test/test-app.ts'

const app = await testApp()
const { access, advance, call, db, make, signIn } = app

/** The calls allowed in a session limited to setting up a second factor. */
const setupCalls = ['POST /users/request2fa', 'POST /users/verify2fa']

const system = { role: 'System Administrator' } as const

async function waitingForCode(): Promise<As> {
  const tokens = await signIn(system)
  await setUpSecondFactor(app, tokens)
  const { email, password } = tokens.user
  const answer = await call(auth.login, { body: { Email: email, Password: password } })
  return { AccessToken: problemOf(answer).SessionToken ?? '' }
}

async function expired(): Promise<As> {
  const tokens = await signIn(system)
  advance(601_000)
  return tokens
}

async function revoked(): Promise<As> {
  const tokens = await signIn(system)
  await call(auth.logout, { body: { RefreshToken: tokens.RefreshToken } })
  return tokens
}

async function deactivated(): Promise<As> {
  const tokens = await signIn(system)
  await db.updateTable('app_user').set({ is_active: false }).where('id', '=', tokens.user.id).execute()
  access.callers.invalidateUser(tokens.user.id)
  return tokens
}

async function identityToken(): Promise<As> {
  return { AccessToken: (await signIn(system)).IdToken }
}

async function refreshToken(): Promise<As> {
  return { AccessToken: (await signIn(system)).RefreshToken }
}

/** The newest session comes last, because creating some of these advances the clock. */
const states: Record<string, As | undefined> = {
  'no token': undefined,
  'an expired token': await expired(),
  'a sign-in that waits for its code': await waitingForCode(),
  'a token of a session that was ended': await revoked(),
  'a token of a deactivated user': await deactivated(),
  'an identity token': await identityToken(),
  'a refresh token': await refreshToken(),
}
const settingUp = await signIn({ ...system, force_two_factor: true })

const isProtected = ({ access: who }: Endpoint) => who !== 'public' && !isMachineAccess(who)
const protectedCalls = endpoints
  .filter(isProtected)
  .map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)

function ask(endpoint: Endpoint, as: As | undefined) {
  const names = endpoint.path.match(/:\w+/g) ?? []
  const params = Object.fromEntries(names.map((name) => [name.slice(1), randomUUID()]))
  return call<Endpoint>(endpoint, { params, ...(endpoint.body && { body: {} }) }, { as })
}

test.each(protectedCalls)('%s is open only to a full session', async (name, endpoint) => {
  for (const [state, as] of Object.entries(states)) {
    const answer = await ask(endpoint, as)
    expect(answer.status, state).toBe(401)
    expect(problemOf(answer).ErrorCode, state).toBe('invalid_access_token')
  }
  const answer = await ask(endpoint, settingUp)
  if (setupCalls.includes(name)) expect(answer.status).not.toBe(403)
  else expect(problemOf(answer)).toMatchObject({ status: 403, ErrorCode: 'two_factor_setup_required' })
})

test('a session limited to setting up a second factor can set it up, refresh and sign out', async () => {
  const open = endpoints.filter(({ access: who }) => who === 'anySession')
  expect(open.map(({ method, path }) => `${method} ${path}`)).toEqual(setupCalls)
  const tokens = await signIn({ force_two_factor: true })
  expect((await call(auth.refresh, { body: { RefreshToken: tokens.RefreshToken } })).status).toBe(200)
  expect((await call(auth.logout, { body: { RefreshToken: tokens.RefreshToken } })).status).toBe(204)
  expect((await ask(users.me, tokens)).status).toBe(401)
})

test('modified tokens grant no access', async () => {
  const { AccessToken } = await signIn()
  const [header = '', claims = '', signature = ''] = AccessToken.split('.')
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const said = JSON.parse(Buffer.from(claims, 'base64url').toString())
  const other = await make.user()
  for (const forged of [
    `${header}.${encode({ ...said, sub: other.id })}.${signature}`,
    `${encode({ alg: 'none', typ: 'at+jwt' })}.${claims}.`,
    `${encode({ alg: 'none', typ: 'at+jwt' })}.${claims}.${signature}`,
    `${header}.${encode({ ...said, ver: said.ver + 1 })}.${signature}`,
    `${header}.${claims}.${signature.slice(0, -2)}`,
  ])
    expect((await ask(users.me, { AccessToken: forged })).status).toBe(401)
})

test('every response has the security headers for browsers', async () => {
  const { AccessToken } = await signIn()
  const answers = [
    await ask(users.me, { AccessToken }),
    await ask(users.me, undefined),
    await call(auth.login, { body: { Email: 'a@example.org', Password: 'x' } }),
  ]
  for (const { headers } of answers) {
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers['content-security-policy']).toContain("require-trusted-types-for 'script'")
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
  }
})

test('production serves no endpoint meant for development', async () => {
  const production = await testApp({ isDevelopment: false })
  const developmentOnly = endpoints.filter((endpoint) => endpoint.developmentOnly)
  expect(developmentOnly.length).toBeGreaterThan(0)
  for (const endpoint of developmentOnly) {
    const answer = await production.call<Endpoint>(endpoint, { body: {} })
    expect(problemOf(answer)).toMatchObject({ status: 404, ErrorCode: 'endpoint_not_found' })
  }
})
