import type { Tokens } from '@eot/contract/auth'
import { clientAddress } from '../../platform/http/client-address.ts'
import { type Cookie, createCookie } from '../../platform/http/cookies.ts'
import type { SignInOrigin } from './sessions/session.ts'
import type { SignedIn } from './sign-in/complete-login.command.ts'
import { ssoAttemptMs } from './sso/sso.ts'

type Request = Parameters<Cookie['read']>[0] & Parameters<typeof clientAddress>[0]
type Reply = Parameters<Cookie['clear']>[0]

const deviceCookieSeconds = 365 * 86_400

/** The cookies that the sign-in routes read from a browser and set in it. */
export function createBrowser(isHttps: boolean) {
  // Strict would be withheld when the provider redirects the browser here.
  const ssoCookie = createCookie('eot-sso', { isHttps, sameSite: 'Lax' })
  const deviceCookie = createCookie('eot-device', { isHttps, sameSite: 'Strict' })
  return {
    originOf: (request: Request): SignInOrigin => ({
      address: clientAddress(request),
      userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
      deviceToken: deviceCookie.read(request),
    }),
    /** Returns the tokens, after setting the cookie of a known device. */
    answer(reply: Reply, { tokens, deviceToken }: SignedIn): Tokens {
      if (deviceToken) deviceCookie.set(reply, deviceToken, deviceCookieSeconds)
      return tokens
    },
    ssoToken: ssoCookie.read,
    bindSso: (reply: Reply, token: string) => ssoCookie.set(reply, token, ssoAttemptMs / 1000),
    unbindSso: ssoCookie.clear,
  }
}
