import { type CryptoKey, errors as joseErrors, jwtVerify, SignJWT } from 'jose'
import type { Clock } from '../platform/clock.ts'
import { deriveKey } from '../platform/derive-key.ts'

export const accessTokenSeconds = 600

export interface AccessClaims {
  userId: string
  sessionId: string
  sessionVersion: number
}

/** Claims of an identity token: they describe the user to the client and grant no access. */
export interface IdentityClaims {
  userId: string
  email: string
  fullName: string
}

export interface AccessTokens {
  sign(claims: AccessClaims): Promise<string>
  signIdentity(claims: IdentityClaims): Promise<string>
  /** Returns null unless the token is a valid access token issued by this server. */
  verify(token: string): Promise<VerifiedClaims | null>
}

interface VerifiedClaims extends Readonly<AccessClaims> {
  readonly expiresAt: Date
}

/** How many tokens are remembered, so that a request need not wait for the thread pool to verify its signature again. */
const mostVerified = 10_000

const issuer = 'eot-live'
const audience = 'eot-live-api'
const algorithm = 'HS256'
const type = 'at+jwt'

export function createAccessTokens(secretKey: Buffer, clock: Clock): AccessTokens {
  const accessKey = hmacKey(deriveKey(secretKey, 'access token'))
  const identityKey = hmacKey(deriveKey(secretKey, 'identity token'))
  const verifiedTokens = new Map<string, VerifiedClaims>()
  const lifetime = () => {
    const issuedAt = Math.floor(clock().getTime() / 1000)
    return { issuedAt, expiresAt: issuedAt + accessTokenSeconds }
  }
  return {
    async sign({ userId, sessionId, sessionVersion }) {
      const { issuedAt, expiresAt } = lifetime()
      return new SignJWT({ sid: sessionId, ver: sessionVersion })
        .setProtectedHeader({ alg: algorithm, typ: type })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(userId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(await accessKey)
    },
    async signIdentity({ userId, email, fullName }) {
      const { issuedAt, expiresAt } = lifetime()
      return new SignJWT({ email, name: fullName })
        .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
        .setIssuer(issuer)
        .setAudience('eot-live-web')
        .setSubject(userId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(await identityKey)
    },
    async verify(token) {
      const known = verifiedTokens.get(token)
      if (known && known.expiresAt > clock()) return known
      verifiedTokens.delete(token)
      const claims = await verified(token, await accessKey, clock)
      if (!claims) return null
      const { sub, sid, ver, exp } = claims
      if (typeof sub !== 'string' || typeof sid !== 'string' || typeof ver !== 'number') return null
      if (exp === undefined) return null
      const found = { userId: sub, sessionId: sid, sessionVersion: ver, expiresAt: new Date(exp * 1000) }
      verifiedTokens.set(token, found)
      const [oldest] = verifiedTokens.keys()
      if (verifiedTokens.size > mostVerified && oldest !== undefined) verifiedTokens.delete(oldest)
      return found
    },
  }
}

/** Imports a key once. `jose` imports raw bytes again for each token, which is another job for the thread pool in each request. */
const hmacKey = (key: Buffer): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', new Uint8Array(key), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ])

async function verified(token: string, key: CryptoKey, clock: Clock) {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [algorithm],
      issuer,
      audience,
      typ: type,
      requiredClaims: ['sub', 'exp'],
      currentDate: clock(),
    })
    return payload
  } catch (error) {
    // A JOSEError means an invalid token; any other error is a bug.
    if (error instanceof joseErrors.JOSEError) return null
    throw error
  }
}
