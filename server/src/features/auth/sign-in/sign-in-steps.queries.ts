import type { Kysely } from 'kysely'
import type { Database } from '../../../database.ts'
import { type Proof, triesAllowed } from './sign-in.ts'

export interface SignInStep {
  userId: string
  kind: 'mfa' | 'new password'
  method: Proof['method']
  hasSecondFactor: boolean
  sessionVersion: number
}

export const stepQueries = (db: Kysely<Database>) => {
  const open = (tokenHash: Buffer, kind: SignInStep['kind'], now: Date) =>
    db
      .updateTable('sign_in_step')
      .where('token_hash', '=', tokenHash)
      .where('kind', '=', kind)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)

  return {
    async insertStep(tokenHash: Buffer, step: SignInStep, expiresAt: Date): Promise<void> {
      await db
        .insertInto('sign_in_step')
        .values({
          token_hash: tokenHash,
          user_id: step.userId,
          kind: step.kind,
          method: step.method,
          has_second_factor: step.hasSecondFactor,
          session_version: step.sessionVersion,
          expires_at: expiresAt,
        })
        .execute()
    },

    /** Counts an attempt at the step. Returns undefined if it has expired or was attempted too often. */
    tryStep: (tokenHash: Buffer, kind: SignInStep['kind'], now: Date) =>
      open(tokenHash, kind, now)
        .where('tries', '<', triesAllowed)
        .set((eb) => ({ tries: eb('tries', '+', 1) }))
        .returning([
          'user_id as userId',
          'kind',
          'method',
          'has_second_factor as hasSecondFactor',
          'session_version as sessionVersion',
        ])
        .executeTakeFirst(),

    /** Exactly one of any number of parallel calls returns true. */
    async finishStep(tokenHash: Buffer, kind: SignInStep['kind'], now: Date): Promise<boolean> {
      const { numUpdatedRows } = await open(tokenHash, kind, now).set({ used_at: now }).executeTakeFirst()
      return numUpdatedRows > 0n
    },
  }
}
