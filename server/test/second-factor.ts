import type { Tokens } from '@eot/contract/auth'
import { twoFactor } from '@eot/contract/two-factor'
import { totpCode } from '../src/platform/totp.ts'
import type { As, TestApp } from './test-app.ts'

export interface SecondFactor {
  tokens: Tokens
  recoveryCodes: string[]
  /** Returns an unused code. Advances the clock until there is one. */
  nextCode(): string
  secret: string
}

/** Sets up a second factor as an authenticator app does. Continue with the returned tokens. */
export async function setUpSecondFactor({ advance, call, clock }: TestApp, as: As): Promise<SecondFactor> {
  const begun = await call(twoFactor.request, { body: {} }, { as })
  const secret = begun.data.Secret
  const verified = await call(twoFactor.verify, { body: { Code: totpCode(secret, clock()) } }, { as })
  if (verified.status !== 200) throw new Error(`no second factor: ${verified.text}`)
  return {
    secret,
    tokens: verified.data.Tokens,
    recoveryCodes: verified.data.RecoveryCodes,
    nextCode() {
      advance(30_000)
      return totpCode(secret, clock())
    },
  }
}

/** Returns the query string of the link in an email. */
export function linkOf(text: string, page: string): URLSearchParams {
  const link = new RegExp(`https://\\S+${page}\\?\\S+`).exec(text)?.[0]
  if (!link) throw new Error(`no link to ${page} in: ${text}`)
  return new URL(link).searchParams
}

/** Returns the temporary password in an email. */
export function temporaryPasswordOf(text: string): string {
  const shown = /Temporary password: (\S+)/.exec(text)?.[1]
  if (!shown) throw new Error(`no temporary password in: ${text}`)
  return shown
}
