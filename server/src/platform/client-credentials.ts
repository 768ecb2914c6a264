import { createHash } from 'node:crypto'
import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  clientCredentialsGrant,
  customFetch,
  ResponseBodyError,
} from 'openid-client'
import type { Egress } from './egress/egress.ts'

export interface ClientCredentials {
  tokenUrl: string
  clientId: string
  clientSecret: string
  scope?: string | undefined
  audience?: string | undefined
}

/** Gets access tokens by OAuth 2.0 client credentials (RFC 6749, section 4.4) and caches them while they are valid. */
export interface TokenSource {
  /** Rejects with an `Error` that contains the server's response, or with `EgressRefused`. */
  get(credentials: ClientCredentials, signal: AbortSignal): Promise<string>
  /** Makes the next `get` request a new token, after one was refused. */
  forget(credentials: ClientCredentials): void
}

interface Kept {
  token: string
  untilMs: number
}

/** The time before expiry at which it is renewed, since the request takes a while to arrive. */
const marginMs = 30_000
/** Used for servers that do not return the lifetime of a token. */
const usualLifeSeconds = 300
const mostKept = 1000

export function createTokenSource(egress: Egress, now: () => number = Date.now): TokenSource {
  const kept = new Map<string, Kept>()
  /** Pending requests, which several deliveries share. */
  const asking = new Map<string, Promise<Kept>>()

  async function ask(credentials: ClientCredentials, signal: AbortSignal): Promise<Kept> {
    const { scope, audience } = credentials
    const parameters = { ...(scope && { scope }), ...(audience && { audience }) }
    const grant = (isPost: boolean) =>
      clientCredentialsGrant(configure(credentials, isPost, egress, signal), parameters)
    // Servers must accept the secret in a header; some accept it only in the body.
    const tokens = await grant(false).catch((error: unknown) => {
      if (error instanceof ResponseBodyError && error.error === 'invalid_client') return grant(true)
      throw error
    })
    const lifeMs = (tokens.expires_in ?? usualLifeSeconds) * 1000
    return { token: tokens.access_token, untilMs: now() + lifeMs - marginMs }
  }

  function keep(key: string, one: Kept): Kept {
    kept.delete(key)
    kept.set(key, one)
    const oldest = kept.keys().next()
    if (kept.size > mostKept && !oldest.done) kept.delete(oldest.value)
    return one
  }

  return {
    async get(credentials, signal) {
      const key = keyOf(credentials)
      const known = kept.get(key)
      if (known && known.untilMs > now()) return known.token
      const underWay = asking.get(key) ?? ask(credentials, signal).then((one) => keep(key, one))
      asking.set(key, underWay)
      try {
        return (await underWay).token
      } catch (error) {
        throw reasonOf(error)
      } finally {
        asking.delete(key)
      }
    },
    forget: (credentials) => void kept.delete(keyOf(credentials)),
  }
}

const keyOf = (credentials: ClientCredentials): string =>
  createHash('sha256').update(JSON.stringify(credentials)).digest('base64')

function configure(
  { tokenUrl, clientId, clientSecret }: ClientCredentials,
  isPost: boolean,
  egress: Egress,
  signal: AbortSignal,
): Configuration {
  const url = new URL(tokenUrl)
  const authentication = isPost ? ClientSecretPost(clientSecret) : ClientSecretBasic(clientSecret)
  const config = new Configuration(
    { issuer: url.origin, token_endpoint: url.href },
    clientId,
    undefined,
    authentication,
  )
  // The egress decides where TLS is optional.
  allowInsecureRequests(config)
  config[customFetch] = async (target, { method, headers, body }) => {
    const answer = await egress.request(
      new URL(target),
      { method: method === 'POST' ? 'POST' : 'GET', headers, ...(body != null && { body: String(body) }) },
      signal,
    )
    const type = answer.headers['content-type']
    return new Response(answer.status === 204 || answer.status === 304 ? null : answer.text, {
      status: answer.status,
      headers: type === undefined ? {} : { 'content-type': type },
    })
  }
  return config
}

/** The library wraps failures of the connection, and its own messages do not contain the server's response. */
function reasonOf(error: unknown): Error {
  if (error instanceof ResponseBodyError)
    return new Error(`the token server answered ${error.status} ${error.error}`)
  if (error instanceof Error && error.cause instanceof Error) return reasonOf(error.cause)
  return error instanceof Error ? error : new Error('no token')
}
