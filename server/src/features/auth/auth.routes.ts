import type { Caller } from '../../access/caller.ts'
import { deriveKey } from '../../platform/derive-key.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { accountRoutes } from './accounts.routes.ts'
import { ownAccountRoutes } from './own-account.routes.ts'
import { createSecondFactorSeal } from './second-factor/prove-second-factor.command.ts'
import { createCompleteLogin } from './sign-in/complete-login.command.ts'
import { createGuardAttempts } from './sign-in/guard-attempts.command.ts'
import { type SignInParts, signInRoutes } from './sign-in.routes.ts'

type Parts = Omit<SignInParts, 'completeLogin' | 'guardAttempts' | 'secondFactor'> & {
  isDevelopment: boolean
}

/**
 * Sign-in and account routes. Every way to sign in, and every change of an account's protection, shares the same
 * checks.
 */
export function authRoutes(serve: Serve<Caller>, given: Parts): void {
  const parts = {
    ...given,
    completeLogin: createCompleteLogin(given),
    guardAttempts: createGuardAttempts(given),
    secondFactor: {
      seal: createSecondFactorSeal(given.secretKey),
      recoveryKey: deriveKey(given.secretKey, 'recovery code'),
    },
  }
  signInRoutes(serve, parts)
  accountRoutes(serve, parts)
  ownAccountRoutes(serve, parts)
}
