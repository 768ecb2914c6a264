/// <reference path="./oidc-provider.d.ts" />
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

export interface Somebody {
  sub: string
  /** How the provider authenticated them. */
  amr?: string[]
  [claim: string]: unknown
}

/** Starts a real OpenID provider on a free port. It signs in the user set with `signsIn` without a prompt. */
export async function startRealProvider(redirectUri: string) {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on a port
  const people = new Map<string, Somebody>()
  let current: Somebody = { sub: 'nobody' }
  const client = { clientId: 'eot', clientSecret: 'a secret of the client' }

  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub', 'tid', 'amr'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    cookies: { keys: ['only for tests'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: () => '/sign-in' },
    findAccount: (_context: unknown, accountId: string) => ({
      accountId,
      claims: () => people.get(accountId) ?? { sub: accountId },
    }),
    async loadExistingGrant({ oidc }: { oidc: { session: { accountId: string } } }) {
      const grant = new provider.Grant({ clientId: client.clientId, accountId: oidc.session.accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/sign-in'))
      void provider.interactionFinished(request, response, {
        login: { accountId: current.sub, amr: current.amr },
      })
    else provider.callback()(request, response)
  })

  return {
    issuer,
    ...client,
    signsIn(somebody: Somebody): void {
      current = somebody
      people.set(somebody.sub, somebody)
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Follows redirects like a browser until one leads back to the portal. Returns the query of that redirect. */
export async function followTo(redirectUri: string, url: string): Promise<Record<string, string>> {
  const cookies = new Map<string, string>()
  let next = url
  for (let hops = 0; hops < 10; hops++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(next, { redirect: 'manual', headers: { cookie } })
    await response.body?.cancel()
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]?.split('=') ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null) throw new Error(`the provider returned ${response.status} instead of a redirect`)
    next = new URL(location, next).href
    if (next.startsWith(redirectUri)) return Object.fromEntries(new URL(next).searchParams)
  }
  throw new Error('the provider redirects in a loop')
}
