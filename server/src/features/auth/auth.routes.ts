import { auth } from '@eot/contract/auth'
import type { Kysely } from 'kysely'
import type { AccessTokens } from '../../access/access-token.ts'
import type { Caller } from '../../access/caller.ts'
import type { Callers } from '../../access/callers.ts'
import type { Database } from '../../database.ts'
import type { Clock } from '../../platform/clock.ts'
import { deriveKey } from '../../platform/derive-key.ts'
import { bearerToken, type Serve } from '../../platform/http/serve.ts'
import type { PasswordHashing } from '../../platform/password-hashing.ts'
import { authQueries } from './auth.queries.ts'
import { createCompleteLogin } from './complete-login.command.ts'
import { createLogin } from './login.command.ts'
import { createLogout } from './logout.command.ts'
import { createRefreshTokens } from './refresh-tokens.command.ts'

export interface AuthParts {
  db: Kysely<Database>
  tokens: AccessTokens
  callers: Callers
  passwords: PasswordHashing
  secretKey: Buffer
  clock: Clock
}

export function authRoutes(serve: Serve<Caller>, parts: AuthParts): void {
  const completeLogin = createCompleteLogin(parts)
  const login = createLogin({ ...parts, queries: authQueries(parts.db), completeLogin })
  const refreshTokens = createRefreshTokens({
    ...parts,
    refreshKey: deriveKey(parts.secretKey, 'refresh token'),
  })
  const logout = createLogout(parts)

  serve(auth.login, ({ body, request }) =>
    login(body.Email, body.Password, {
      address: request.ip,
      userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
      method: 'password',
    }),
  )
  serve(auth.refresh, ({ body }) => refreshTokens(body.RefreshToken))
  serve(auth.logout, async ({ body, request }) => {
    await logout(body.RefreshToken, bearerToken(request))
  })
}
