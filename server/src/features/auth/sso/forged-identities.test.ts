import { auth } from '@eot/contract/auth'
import { exportSPKI, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, expect, test } from 'vitest'
import { type Script, startScriptedProvider } from '../../../../test/scripted-provider.ts'
import { problemOf, publicUrl, testApp } from '../../../../test/test-app.ts'
import { createOidcClient } from '../../../platform/oidc.ts'

const clientId = 'eot'
const provider = await startScriptedProvider(clientId)
afterAll(provider.stop)
const { issuer } = provider
const client = createOidcClient({
  issuer,
  clientId,
  clientSecret: 'a secret',
  redirectUri: `${publicUrl}/azure`,
})
const { call, make } = await testApp({ provider: client })
const site = await make.site({ tenant_id: 'tenant A' })
const { email } = await make.user({ site })
const vouched = { tid: 'tenant A', email, email_verified: true }

async function signIn(
  script: Script,
  change: (answer: { code: string; state: string }) => object = (a) => a,
) {
  const begun = await call(auth.azureLogin)
  const cookie = String(begun.headers['set-cookie']).split(';')[0] ?? ''
  const answer = provider.answers(begun.data.Response, script)
  const body = { ...answer, ...change(answer) }
  return call(auth.azureRedirect, { body }, { headers: { cookie } })
}

const stranger = await generateKeyPair('RS256')
const publicPem = new TextEncoder().encode(await exportSPKI(provider.publicKey))
const signedBy =
  (key: typeof stranger.privateKey | Uint8Array, header: Record<string, unknown>) => (claims: JWTPayload) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one', ...header }).sign(key)
const now = Math.floor(Date.now() / 1000)

const forgeries: Record<string, Script> = {
  'no signature': { forge: async (claims) => new UnsecuredJWT(claims).encode() },
  'a signature that was cut off': {
    forge: async (claims) =>
      `${(await signedBy(stranger.privateKey, {})(claims)).split('.').slice(0, 2).join('.')}.`,
  },
  'a signature with a foreign key': { forge: signedBy(stranger.privateKey, {}) },
  'an unknown key': { forge: signedBy(stranger.privateKey, { kid: 'two' }) },
  'the public key as a secret': { forge: signedBy(publicPem, { alg: 'HS256' }) },
  'another nonce': { claims: { nonce: 'another' } },
  'no nonce': { claims: { nonce: undefined } },
  'another audience': { claims: { aud: 'somebody else' } },
  'another issuer': { claims: { iss: 'https://evil.example' } },
  'an expiry in the past': { claims: { iat: now - 7200, exp: now - 3600 } },
  'no end': { claims: { exp: undefined } },
  'no subject': { claims: { sub: undefined } },
  'another authorized party': { claims: { aud: [clientId, 'other'], azp: 'other' } },
}

test('a genuine token signs the user in', async () => {
  expect((await signIn({ claims: vouched })).status).toBe(200)
})

test.each(Object.entries(forgeries))('a token with %s is rejected', async (_name, script) => {
  const answer = await signIn({ ...script, claims: { ...vouched, ...script.claims } })
  expect(problemOf(answer)).toMatchObject({ status: 400, ErrorCode: 'sso_refused' })
})

test('a wrong state or issuer in the query is rejected', async () => {
  for (const change of [{ state: 'another' }, { iss: 'https://evil.example' }]) {
    const answer = await signIn({ claims: vouched }, () => change)
    expect(problemOf(answer).ErrorCode).toBe('sso_refused')
  }
})

test('without a provider, or with an unreachable one, the error states the reason', async () => {
  const lost = createOidcClient({
    issuer: 'http://127.0.0.1:1',
    clientId,
    clientSecret: undefined,
    redirectUri: `${publicUrl}/azure`,
  })
  const unreachable = await (await testApp({ provider: lost })).call(auth.azureLogin)
  expect(problemOf(unreachable)).toMatchObject({ status: 503, ErrorCode: 'sso_unavailable' })
  const none = await (await testApp()).call(auth.azureLogin)
  expect(problemOf(none)).toMatchObject({ status: 404, ErrorCode: 'sso_not_configured' })
})
