import type { TwoFactorSetup, TwoFactorState } from '@eot/contract/two-factor'
import { insertAuditEntry } from '../../../access/audit.queries.ts'
import type { Caller } from '../../../access/caller.ts'
import { holdCaller } from '../../../access/caller-lock.queries.ts'
import { AppError, found } from '../../../platform/app-error.ts'
import { qrCodeImage } from '../../../platform/qr-code.ts'
import { createTotpSecret, findTotpStep, totpUri } from '../../../platform/totp.ts'
import { isTwoFactorForced } from '../credentials/account.queries.ts'
import { generateRecoveryCodes } from '../credentials/passwords.ts'
import { hashRecoveryCode } from '../second-factor/prove-second-factor.command.ts'
import { secondFactorQueries } from '../second-factor/second-factor.queries.ts'
import type { SignInOrigin } from '../sessions/session.ts'
import type { SignedIn } from '../sign-in/complete-login.command.ts'
import { changeProtection } from './change-protection.command.ts'
import { note, type OwnAccountParts } from './own-password.command.ts'

const setupMs = 15 * 60_000

export async function getTwoFactorState(parts: OwnAccountParts, caller: Caller): Promise<TwoFactorState> {
  const queries = secondFactorQueries(parts.db)
  const [secret, isForced, codesLeft] = await Promise.all([
    queries.findSealedSecret(caller.userId),
    isTwoFactorForced(parts.db, caller.userId),
    queries.countRecoveryCodes(caller.userId),
  ])
  return { IsEnabled: secret !== undefined, IsForced: isForced, RecoveryCodesLeft: codesLeft }
}

/** Creates a secret for the caller's authenticator. It takes effect only after a code from it is verified. */
export async function requestSecondFactor(
  { clock, db, secondFactor }: OwnAccountParts,
  caller: Caller,
): Promise<TwoFactorSetup> {
  const secret = createTotpSecret()
  const expiresAt = new Date(clock().getTime() + setupMs)
  await db.transaction().execute(async (tx) => {
    await secondFactorQueries(tx).saveSetup(caller.userId, secondFactor.seal.seal(secret), expiresAt)
    await note(tx, caller, 'second_factor.requested')
  })
  const uri = totpUri(secret, { label: caller.email, issuer: 'EoT LIVE' })
  return { Type: 'Authenticator', Secret: secret, Uri: uri, QrCode: qrCodeImage(uri) }
}

/** Turns the second factor on, or replaces it, and returns the recovery codes, which are shown only once. */
export async function verifySecondFactor(
  parts: OwnAccountParts,
  caller: Caller,
  code: string,
  origin: SignInOrigin,
): Promise<SignedIn & { recoveryCodes: string[] }> {
  const { clock, db, guardAttempts, secondFactor } = parts
  const { userId } = caller
  const now = clock()
  const sealed = found(await secondFactorQueries(db).findSetup(userId, now), 'two_factor_setup_expired')
  const step = await guardAttempts({ email: userId, way: 'set-up' }, async () =>
    findTotpStep(secondFactor.seal.open(sealed), code.replace(/\s/g, ''), now),
  )
  if (step === undefined) {
    await note(db, caller, 'second_factor.refused')
    throw new AppError('invalid_code')
  }
  const recoveryCodes = generateRecoveryCodes()
  const signedIn = await changeProtection(parts, caller, origin, {
    mail: 'TwoFactorEnabled',
    action: 'second_factor.enabled',
    async change(tx) {
      const queries = secondFactorQueries(tx)
      if (!(await queries.takeSetup(userId, sealed))) throw new AppError('two_factor_setup_expired')
      await queries.enable(userId, sealed, step, now)
      await queries.replaceRecoveryCodes(userId, hashAll(parts, userId, recoveryCodes))
    },
  })
  return { ...signedIn, recoveryCodes }
}

export async function disableSecondFactor(
  parts: OwnAccountParts,
  caller: Caller,
  origin: SignInOrigin,
): Promise<SignedIn> {
  if (await isTwoFactorForced(parts.db, caller.userId)) throw new AppError('two_factor_forced')
  return changeProtection(parts, caller, origin, {
    mail: 'TwoFactorDisabled',
    action: 'second_factor.disabled',
    async change(tx) {
      const queries = secondFactorQueries(tx)
      if (!(await queries.disable(caller.userId))) throw new AppError('two_factor_not_enabled')
      await queries.replaceRecoveryCodes(caller.userId, [])
    },
  })
}

export async function renewRecoveryCodes(parts: OwnAccountParts, caller: Caller): Promise<string[]> {
  const { userId, siteId } = caller
  const codes = generateRecoveryCodes()
  await parts.db.transaction().execute(async (tx) => {
    await holdCaller(tx, caller)
    const queries = secondFactorQueries(tx)
    found(await queries.findSealedSecret(userId), 'two_factor_not_enabled')
    await queries.replaceRecoveryCodes(userId, hashAll(parts, userId, codes))
    const action = 'second_factor.recovery_codes_renewed'
    await insertAuditEntry(tx, { actorId: userId, siteId, action, subjectId: userId })
  })
  return codes
}

function hashAll({ secondFactor }: OwnAccountParts, userId: string, codes: readonly string[]): Buffer[] {
  return codes.map((code) => hashRecoveryCode(secondFactor.recoveryKey, userId, code))
}
