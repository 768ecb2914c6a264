import { createHash } from 'node:crypto'

interface Asked {
  method: string
  /** Path and query of the request. */
  uri: string
  username: string
  password: string
  /** Random text of the client. */
  cnonce: string
}

/** Algorithms by name in a challenge, the best one first (RFC 7616). */
const algorithms = { 'SHA-256': 'sha256', MD5: 'md5' } as const

/** Returns the `Authorization` for a `WWW-Authenticate`; undefined if it contains no supported digest challenge. */
export function digestAuthorization(challenges: string, asked: Asked): string | undefined {
  const offered = challenges
    .split(/(?=\bDigest\s)/i)
    .flatMap((text) => (/^Digest\s/i.test(text) ? [fieldsOf(text)] : []))
  for (const [name, hash] of Object.entries(algorithms)) {
    const found = offered.find((fields) => (fields.get('algorithm') ?? 'MD5').toUpperCase() === name)
    if (found) return answer(found, name, (text) => createHash(hash).update(text).digest('hex'), asked)
  }
  return undefined
}

function fieldsOf(challenge: string): Map<string, string> {
  // Names start only where a word starts, so that the time is linear in the length of what a server sends.
  const fields = challenge.matchAll(/(?<![a-z-])([a-z-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/gi)
  return new Map(
    [...fields].map(([, name = '', quoted, plain = '']) => [
      name.toLowerCase(),
      quoted?.replace(/\\(.)/g, '$1') ?? plain,
    ]),
  )
}

function answer(
  fields: ReadonlyMap<string, string>,
  algorithm: string,
  hash: (text: string) => string,
  { method, uri, username, password, cnonce }: Asked,
): string | undefined {
  const { realm = '', nonce = '', opaque, qop } = Object.fromEntries(fields)
  const offersAuth = qop?.split(',').some((one) => one.trim().toLowerCase() === 'auth')
  if (qop !== undefined && !offersAuth) return undefined
  const secret = hash(`${username}:${realm}:${password}`)
  const target = hash(`${method}:${uri}`)
  const count = '00000001'
  const response = offersAuth
    ? hash(`${secret}:${nonce}:${count}:${cnonce}:auth:${target}`)
    : hash(`${secret}:${nonce}:${target}`)
  const quoted = { username, realm, nonce, uri, response, ...(opaque !== undefined && { opaque }) }
  const parts = Object.entries(quoted).map(([name, value]) => `${name}="${value.replace(/["\\]/g, '\\$&')}"`)
  return `Digest ${[...parts, `algorithm=${algorithm}`, ...(offersAuth ? [`qop=auth, nc=${count}, cnonce="${cnonce}"`] : [])].join(', ')}`
}
