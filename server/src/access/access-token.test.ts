import { SignJWT, UnsecuredJWT } from 'jose'
import { expect, test, vi } from 'vitest'
import { deriveKey } from '../platform/derive-key.ts'
import { accessTokenSeconds, createAccessTokens } from './access-token.ts'

const secretKey = Buffer.alloc(32, 1)
const claims = { userId: 'user', sessionId: 'session', sessionVersion: 4 }
let now = new Date('2026-11-20T09:00:00Z')
const tokens = createAccessTokens(secretKey, () => now)

test('a token identifies its user and session until it expires', async () => {
  const token = await tokens.sign(claims)
  const expiresAt = new Date(now.getTime() + accessTokenSeconds * 1000)
  const verify = vi.spyOn(crypto.subtle, 'verify')
  expect(await tokens.verify(token)).toEqual({ ...claims, expiresAt })
  expect(await tokens.verify(token), 'again').toEqual({ ...claims, expiresAt })
  expect(verify).toHaveBeenCalledOnce()
  verify.mockRestore()
  now = new Date(now.getTime() + accessTokenSeconds * 1000)
  expect(await tokens.verify(token)).toBeNull()
})

test('tokens that someone else could have made are rejected', async () => {
  const key = deriveKey(secretKey, 'access token')
  const forged = (header = { alg: 'HS256', typ: 'at+jwt' }) =>
    new SignJWT({ sid: 'session', ver: 4 })
      .setProtectedHeader(header)
      .setIssuer('eot-live')
      .setAudience('eot-live-api')
      .setSubject('user')
      .setIssuedAt(now)
      .setExpirationTime(new Date(now.getTime() + 60_000))
  expect(await tokens.verify(await forged().sign(key)), 'the pattern of all below').toMatchObject(claims)
  const [header, payload, signature] = (await forged().sign(key)).split('.')
  const wrong = {
    'another key': await forged().sign(Buffer.alloc(32, 2)),
    'the secret key itself': await forged().sign(secretKey),
    'another algorithm': await forged({ alg: 'HS512', typ: 'at+jwt' }).sign(Buffer.concat([key, key])),
    'another type': await forged({ alg: 'HS256', typ: 'JWT' }).sign(key),
    'another issuer': await forged().setIssuer('somebody').sign(key),
    'another audience': await forged().setAudience('eot-live-web').sign(key),
    'no signature': new UnsecuredJWT({ sid: 'session', ver: 4, sub: 'user' }).encode(),
    'a cut signature': `${header}.${payload}.`,
    'a changed payload': `${header}.${payload?.slice(0, -2)}xx.${signature}`,
    'an identity token': await tokens.signIdentity({ userId: 'user', email: 'e', fullName: 'n' }),
    rubbish: 'rubbish',
    nothing: '',
  }
  for (const [name, token] of Object.entries(wrong)) expect(await tokens.verify(token), name).toBeNull()
})

test('a token without an expiry, a user or a session is rejected', async () => {
  const sign = (payload: object, subject?: string, expires?: Date) => {
    const token = new SignJWT({ ...payload })
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
      .setIssuer('eot-live')
      .setAudience('eot-live-api')
    if (subject) token.setSubject(subject)
    if (expires) token.setExpirationTime(expires)
    return token.sign(deriveKey(secretKey, 'access token'))
  }
  const whole = { sid: 'session', ver: 4 }
  const later = new Date(now.getTime() + 60_000)
  expect(await tokens.verify(await sign(whole, 'user', later)), 'the pattern of all below').toMatchObject(
    claims,
  )
  expect(await tokens.verify(await sign(whole, 'user'))).toBeNull()
  expect(await tokens.verify(await sign(whole, undefined, later))).toBeNull()
  expect(await tokens.verify(await sign({ ver: 4 }, 'user', later))).toBeNull()
  expect(await tokens.verify(await sign({ sid: 'session' }, 'user', later))).toBeNull()
})
