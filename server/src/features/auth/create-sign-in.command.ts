import type { Kysely } from 'kysely'
import type { AccessTokens } from '../../access/access-token.ts'
import type { Callers } from '../../access/callers.ts'
import type { Database } from '../../database.ts'
import type { Clock } from '../../platform/clock.ts'
import { deriveKey } from '../../platform/derive-key.ts'
import type { PasswordHashing } from '../../platform/password-hashing.ts'
import { createSeal } from '../../platform/seal.ts'
import { createCompleteLogin } from './complete-login.command.ts'
import { createGuardAttempts } from './guard-attempts.command.ts'
import type { OwnAccountParts } from './own-password.command.ts'

interface Parts {
  db: Kysely<Database>
  tokens: AccessTokens
  callers: Callers
  passwords: PasswordHashing
  secretKey: Buffer
  clock: Clock
}

/** What every way to sign in, and every change of what protects an account, goes through. */
export function createSignIn(parts: Parts): OwnAccountParts {
  return {
    ...parts,
    completeLogin: createCompleteLogin(parts),
    guardAttempts: createGuardAttempts(parts),
    secondFactor: {
      seal: createSeal(parts.secretKey, 'second factor'),
      recoveryKey: deriveKey(parts.secretKey, 'recovery code'),
    },
  }
}
