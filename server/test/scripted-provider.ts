import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

export interface Script {
  claims?: Record<string, unknown> | undefined
  header?: Record<string, unknown> | undefined
  /** Overrides how the token is created. */
  forge?: ((claims: JWTPayload) => Promise<string>) | undefined
}

/** Starts a provider that sends arbitrary responses, like an attacker's. */
export async function startScriptedProvider(clientId: string) {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }
  let script: Script = {}
  let nonce = ''

  const server = createServer((request, response) => {
    void answer(request.url ?? '').then((body) => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on a port

  async function answer(path: string): Promise<unknown> {
    if (path.startsWith('/.well-known'))
      return {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      }
    if (path.startsWith('/keys')) return { keys: [jwk] }
    return { access_token: 'opaque', token_type: 'Bearer', expires_in: 60, id_token: await idToken() }
  }

  async function idToken(): Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    const usual = { iss: issuer, aud: clientId, sub: 'somebody', iat: now, exp: now + 60, nonce }
    const claims = { ...usual, ...script.claims }
    if (script.forge) return script.forge(claims)
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'one', ...script.header })
      .sign(privateKey)
  }

  return {
    issuer,
    publicKey,
    /** Sets the claims of the next token for the sign-in that was started with this URL. */
    answers(authorizationUrl: string, next: Script): { code: string; state: string } {
      const { searchParams } = new URL(authorizationUrl)
      script = next
      nonce = searchParams.get('nonce') ?? ''
      return { code: 'any', state: searchParams.get('state') ?? '' }
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
