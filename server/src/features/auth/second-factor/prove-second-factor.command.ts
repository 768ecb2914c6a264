import { createHmac } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '../../../database.ts'
import { createSeal, type Seal } from '../../../platform/seal.ts'
import { findTotpStep } from '../../../platform/totp.ts'
import { secondFactorQueries } from './second-factor.queries.ts'

/** Seals the secrets that authenticators share with the program. */
export const createSecondFactorSeal = (secretKey: Buffer): Seal => createSeal(secretKey, 'second factor')

/** Keys that protect the stored data of second factors. */
export interface SecondFactorKeys {
  seal: Seal
  /** Recovery codes have too few bits for a plain hash. */
  recoveryKey: Buffer
}

/** Removes the spaces, hyphens and case that people add when writing a code down. */
const normalized = (code: string) => code.toLowerCase().replace(/[\s-]/g, '')

export function hashRecoveryCode(key: Buffer, userId: string, code: string): Buffer {
  return createHmac('sha256', key)
    .update(`${userId} ${normalized(code)}`)
    .digest()
}

/** Uses up an authenticator code or a recovery code. Returns which of them it was, or undefined if neither matched. */
export async function useSecondFactor(
  tx: Kysely<Database>,
  { seal, recoveryKey }: SecondFactorKeys,
  { userId, code, now }: { userId: string; code: string; now: Date },
): Promise<'authenticator' | 'recovery code' | undefined> {
  const queries = secondFactorQueries(tx)
  const sealed = await queries.findSealedSecret(userId)
  if (sealed === undefined) return undefined
  const step = findTotpStep(seal.open(sealed), normalized(code), now)
  if (step !== undefined) return (await queries.acceptStep(userId, step)) ? 'authenticator' : undefined
  const hash = hashRecoveryCode(recoveryKey, userId, code)
  return (await queries.useRecoveryCode(userId, hash, now)) ? 'recovery code' : undefined
}
