import { auth } from '@eot/contract/auth'
import { users } from '@eot/contract/users'
import { afterAll, expect, test } from 'vitest'
import { followTo, type Somebody, startRealProvider } from '../../../../test/real-provider.ts'
import { setUpSecondFactor } from '../../../../test/second-factor.ts'
import { type Answered, problemOf, publicUrl, testApp } from '../../../../test/test-app.ts'
import { createOidcClient } from '../../../platform/oidc.ts'

const redirectUri = `${publicUrl}/azure`
const provider = await startRealProvider(redirectUri)
afterAll(provider.stop)
const app = await testApp({ provider: createOidcClient({ ...provider, redirectUri }) })
const { advance, call, db, make } = app
let count = 0

/** An identity the provider vouches for, with the claims under test. */
function somebody(email: string, given: Partial<Somebody> = {}): Somebody {
  return { sub: `subject ${++count}`, tid: 'tenant A', email, email_verified: true, ...given }
}

async function begin(): Promise<{ url: string; cookie: string }> {
  const { data, headers, status } = await call(auth.azureLogin)
  expect(status).toBe(200)
  const [cookie = ''] = String(headers['set-cookie']).split(';')
  return { url: data.Response, cookie }
}

const complete = (query: Record<string, string>, cookie: string) => {
  const { code = '', state = '', iss } = query
  return call(auth.azureRedirect, { body: { code, state, ...(iss && { iss }) } }, { headers: { cookie } })
}

async function signInAs(person: Somebody) {
  provider.signsIn(person)
  const { url, cookie } = await begin()
  return complete(await followTo(redirectUri, url), cookie)
}

const tenantSite = async (tenant = 'tenant A') => make.site({ tenant_id: tenant })
const refusal = (answer: Answered<unknown>) => problemOf(answer).ErrorCode

test('a user of the tenant signs in, and from then on is identified by the subject alone', async () => {
  const below = await make.site({ parent: await tenantSite() })
  const user = await make.user({ site: below, password_hash: null })
  const person = somebody(user.email.toUpperCase())
  const first = await signInAs(person)
  expect(first.status).toBe(200)
  expect((await call(users.me, {}, { as: first.data })).data.Id).toBe(user.id)
  const renamed = await signInAs({ ...person, email: 'another@example.org', email_verified: false })
  expect((await call(users.me, {}, { as: renamed.data })).data.Id).toBe(user.id)
})

test('an unknown user is rejected, and none is created', async () => {
  await tenantSite()
  const before = await db.selectFrom('app_user').select('id').execute()
  expect(refusal(await signInAs(somebody('unknown@example.org')))).toBe('sso_refused')
  expect(await db.selectFrom('app_user').select('id').execute()).toHaveLength(before.length)
})

test('a tenant that is not set at the site is rejected, even with the right address', async () => {
  const user = await make.user({ site: await tenantSite() })
  expect(refusal(await signInAs(somebody(user.email, { tid: 'tenant B' })))).toBe('sso_refused')
  expect(refusal(await signInAs(somebody(user.email, { tid: undefined })))).toBe('sso_refused')
  const nowhere = await make.user()
  expect(refusal(await signInAs(somebody(nowhere.email)))).toBe('sso_refused')
})

test('the nearest site with a tenant decides, and changing it takes effect at once', async () => {
  const top = await tenantSite()
  const own = await make.site({ parent: top, tenant_id: 'tenant B' })
  const user = await make.user({ site: own })
  expect((await signInAs(somebody(user.email))).status).toBe(400)
  const person = somebody(user.email, { tid: 'tenant B' })
  expect((await signInAs(person)).status).toBe(200)
  await db.updateTable('site').set({ tenant_id: 'tenant C' }).where('id', '=', own.id).execute()
  expect(refusal(await signInAs(person))).toBe('sso_refused')
})

test('an address the provider does not vouch for links no user', async () => {
  const user = await make.user({ site: await tenantSite() })
  for (const email_verified of [false, undefined])
    expect(refusal(await signInAs(somebody(user.email, { email_verified })))).toBe('sso_refused')
})

test('someone who takes over the address of a linked user gets no access', async () => {
  const user = await make.user({ site: await tenantSite() })
  expect((await signInAs(somebody(user.email))).status).toBe(200)
  expect(refusal(await signInAs(somebody(user.email)))).toBe('sso_refused')
})

test('deactivated and deleted users are rejected', async () => {
  const site = await tenantSite()
  for (const state of [{ is_active: false }, { deleted_at: new Date() }]) {
    const user = await make.user({ site, ...state })
    expect(refusal(await signInAs(somebody(user.email)))).toBe('sso_refused')
  }
})

test('a rejected sign-in is audited with its origin', async () => {
  const refused = () =>
    db
      .selectFrom('audit_entry')
      .where('action', '=', 'session.refused')
      .select(['subject_id', 'details'])
      .orderBy('id')
      .execute()
  const before = (await refused()).length
  const user = await make.user({ site: await tenantSite() })
  await signInAs(somebody(user.email, { tid: 'tenant B' }))
  expect((await refused()).slice(before)).toEqual([
    { subject_id: null, details: { method: 'sso', address: '127.0.0.1' } },
  ])
})

test('a code, a state and a cookie work only once and only together', async () => {
  const user = await make.user({ site: await tenantSite() })
  const person = somebody(user.email)
  provider.signsIn(person)
  const [mine, other] = [await begin(), await begin()]
  const query = await followTo(redirectUri, mine.url)
  expect(refusal(await complete(query, ''))).toBe('sso_refused')
  expect(refusal(await complete(query, other.cookie))).toBe('sso_refused')
  expect((await complete(query, mine.cookie)).status).toBe(200)
  expect(refusal(await complete(query, mine.cookie))).toBe('sso_refused')
  // With a fresh browser token and its own state, but a code already used.
  const fresh = await begin()
  const state = new URL(fresh.url).searchParams.get('state') ?? ''
  expect(refusal(await complete({ ...query, state }, fresh.cookie))).toBe('sso_refused')
})

test('a sign-in that took more than ten minutes must be restarted', async () => {
  const user = await make.user({ site: await tenantSite() })
  provider.signsIn(somebody(user.email))
  const { url, cookie } = await begin()
  const query = await followTo(redirectUri, url)
  advance(10 * 60_000)
  expect(refusal(await complete(query, cookie))).toBe('sso_refused')
})

test('the second factor is required unless the provider required one', async () => {
  const user = await make.user({ site: await tenantSite() })
  const person = somebody(user.email)
  await setUpSecondFactor(app, (await signInAs(person)).data)
  const refused = problemOf(await signInAs(person))
  expect(refused).toMatchObject({ ErrorDetail: 'MFA required', Email: user.email })
  expect(refused.SessionToken).toMatch(/^[\w-]{43}$/)
  expect((await signInAs({ ...person, amr: ['pwd', 'mfa'] })).status).toBe(200)
})

test('the cookie is hidden from scripts and sent to no other site', async () => {
  const { headers } = await call(auth.azureLogin)
  expect(String(headers['set-cookie'])).toMatch(
    /^eot-sso=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
  )
})
