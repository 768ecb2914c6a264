import { auth } from '@eot/contract/auth'
import type { AccessTokens } from '../../access/access-token.ts'
import type { Caller } from '../../access/caller.ts'
import { deriveKey } from '../../platform/derive-key.ts'
import { bearerToken, type Serve } from '../../platform/http/serve.ts'
import type { OidcClient } from '../../platform/oidc.ts'
import { createSeal } from '../../platform/seal.ts'
import type { OwnAccountParts } from './accounts/own-password.command.ts'
import { createBrowser } from './browser.routes.ts'
import { createLogout } from './sessions/logout.command.ts'
import { createRefreshTokens } from './sessions/refresh-tokens.command.ts'
import { createContinueWithCode } from './sign-in/continue-with-code.command.ts'
import { createContinueWithPassword } from './sign-in/continue-with-password.command.ts'
import { createLogin } from './sign-in/login.command.ts'
import { createSingleSignOn } from './sso/single-sign-on.command.ts'

export interface SignInParts extends OwnAccountParts {
  tokens: AccessTokens
  secretKey: Buffer
  isHttps: boolean
  provider: OidcClient | undefined
}

/** Routes that start, continue or end a session. */
export function signInRoutes(serve: Serve<Caller>, parts: SignInParts): void {
  const { secretKey } = parts
  const browser = createBrowser(parts.isHttps)
  const login = createLogin(parts)
  const continueWithCode = createContinueWithCode(parts)
  const continueWithPassword = createContinueWithPassword(parts)
  const refreshTokens = createRefreshTokens({ ...parts, refreshKey: deriveKey(secretKey, 'refresh token') })
  const logout = createLogout(parts)
  const sso = createSingleSignOn({ ...parts, seal: createSeal(secretKey, 'single sign-on') })

  serve(auth.login, async ({ body, request, reply }) => {
    return browser.answer(reply, await login(body.Email, body.Password, browser.originOf(request)))
  })
  serve(auth.mfa, async ({ body, request, reply }) => {
    const given = { email: body.Email, session: body.Session, code: body.Code }
    return browser.answer(reply, await continueWithCode(given, browser.originOf(request)))
  })
  serve(auth.updatePassword, async ({ body, request, reply }) => {
    const given = { email: body.Email, session: body.Session, password: body.Password }
    return browser.answer(reply, await continueWithPassword(given, browser.originOf(request)))
  })
  serve(auth.azureLogin, async ({ reply }) => {
    const { url, browserToken } = await sso.begin()
    browser.bindSso(reply, browserToken)
    return { Response: url }
  })
  serve(auth.azureRedirect, async ({ body, request, reply }) => {
    const answer = { code: body.code, state: body.state, iss: body.iss, sessionState: body.session_state }
    browser.unbindSso(reply)
    const signedIn = await sso.complete(answer, browser.ssoToken(request), browser.originOf(request))
    return browser.answer(reply, signedIn)
  })
  serve(auth.refresh, ({ body }) => refreshTokens(body.RefreshToken))
  serve(auth.logout, async ({ body, request }) => {
    await logout(body.RefreshToken, bearerToken(request))
  })
}
