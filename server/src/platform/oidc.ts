import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientError,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  None,
  ResponseBodyError,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'

export interface OidcSettings {
  issuer: string
  clientId: string
  clientSecret: string | undefined
  /** Where the provider redirects the browser after the sign-in. */
  redirectUri: string
}

/** Values that the provider's response must match. Store them where the browser cannot change them. */
export interface OidcChecks {
  state: string
  nonce: string
  verifier: string
}

export interface OidcAnswer {
  code: string
  state: string
  iss: string | undefined
  sessionState: string | undefined
}

/** Claims of a verified identity token. */
export type OidcClaims = { iss: string; sub: string } & Record<string, unknown>

export class OidcRefused extends Error {
  override name = 'OidcRefused'
}
export class OidcUnreachable extends Error {
  override name = 'OidcUnreachable'
}

export interface OidcClient {
  begin(): Promise<{ url: string; checks: OidcChecks }>
  /** Exchanges the code for verified claims. Throws `OidcRefused` or `OidcUnreachable`. */
  complete(answer: OidcAnswer, checks: OidcChecks): Promise<OidcClaims>
}

const timeoutSeconds = 3

/** Sign-in with OpenID Connect: code flow with PKCE, state and nonce. Discovers the provider on first use. */
export function createOidcClient({ issuer, clientId, clientSecret, redirectUri }: OidcSettings): OidcClient {
  let known: Promise<Configuration> | undefined

  async function discover(): Promise<Configuration> {
    const isPlain = new URL(issuer).protocol === 'http:'
    const config = await discovery(
      new URL(issuer),
      clientId,
      undefined,
      clientSecret ? ClientSecretPost(clientSecret) : None(),
      // Plain HTTP is allowed for providers on the operator's own network.
      { timeout: timeoutSeconds, execute: isPlain ? [allowInsecureRequests] : [] },
    )
    // Verifies signatures although the token comes directly from the provider.
    enableNonRepudiationChecks(config)
    return config
  }

  async function getProvider(): Promise<Configuration> {
    known ??= discover()
    try {
      return await known
    } catch (error) {
      known = undefined
      throw new OidcUnreachable('the configuration of the identity provider could not be loaded', {
        cause: error,
      })
    }
  }

  return {
    async begin() {
      const config = await getProvider()
      const checks = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() }
      const url = buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await calculatePKCECodeChallenge(checks.verifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, checks }
    },

    async complete(answer, { state, nonce, verifier }) {
      const config = await getProvider()
      const url = new URL(redirectUri)
      url.searchParams.set('code', answer.code)
      url.searchParams.set('state', answer.state)
      if (answer.iss !== undefined) url.searchParams.set('iss', answer.iss)
      if (answer.sessionState !== undefined) url.searchParams.set('session_state', answer.sessionState)
      try {
        const tokens = await authorizationCodeGrant(config, url, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (!claims) throw new OidcRefused('the identity provider sent no identity token')
        return claims
      } catch (error) {
        if (error instanceof OidcRefused) throw error
        if (isUnreachable(error))
          throw new OidcUnreachable('the identity provider did not respond', { cause: error })
        throw new OidcRefused('the response of the identity provider was rejected', { cause: error })
      }
    },
  }
}

function isUnreachable(error: unknown): boolean {
  if (error instanceof ResponseBodyError) return error.status >= 500
  if (error instanceof ClientError) return error.code === 'OAUTH_TIMEOUT'
  // `fetch` throws a TypeError if it cannot connect.
  return error instanceof TypeError
}
