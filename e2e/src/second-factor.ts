import { twoFactor } from '@eot/contract/two-factor'
import { totpCode } from '@eot/server/platform/totp'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { signInToApi } from './api.ts'
import type { Person } from './people.ts'
import type { TestPortal } from './portal.ts'
import { readTokens } from './stored-tokens.ts'

export interface SecondFactor {
  secret: string
  recoveryCodes: string[]
}

export const codeNow = (secret: string) => totpCode(secret, new Date())
/** Returns the code of an hour ago, which is no longer valid. */
export const staleCode = (secret: string) => totpCode(secret, new Date(Date.now() - 3_600_000))

/** Enables a second factor for a user. */
export async function setUpSecondFactor(portal: TestPortal, person: Person): Promise<SecondFactor> {
  const ask = await signInToApi(portal.url, person)
  const { Secret } = await ask(twoFactor.request, { body: {} })
  const { RecoveryCodes } = await ask(twoFactor.verify, { body: { Code: codeNow(Secret) } })
  await letCodesServeAgain(portal, person)
  return { secret: Secret, recoveryCodes: RecoveryCodes }
}

/** Simulates that the half minute of a used code has passed, since each code is single-use. */
export async function letCodesServeAgain(portal: TestPortal, { email }: { email: string }): Promise<void> {
  await portal.sql(
    `update two_factor set last_step = last_step - 2
     where user_id = (select id from app_user where email = $1)`,
    [email],
  )
}

/** Returns the secret that a setup page shows for manual entry. */
export async function shownSecret(page: Page): Promise<string> {
  const shown = await page.getByLabel('Or enter this key').inputValue()
  return shown.replaceAll(' ', '')
}

/** Dates the sign-in back by an hour and waits until it takes effect on the server. */
export async function proveLongAgo(portal: TestPortal, page: Page, { email }: Person): Promise<void> {
  await portal.sql(
    `update session set proven_at = now() - interval '1 hour'
     where user_id = (select id from app_user where email = $1)`,
    [email],
  )
  const headers = {
    authorization: `Bearer ${(await readTokens(page))?.AccessToken}`,
    'content-type': 'application/json',
  }
  const begin = () =>
    fetch(`${portal.url}/api${twoFactor.request.path}`, { method: 'POST', headers, body: '{}' })
  await expect.poll(async () => (await begin()).status).toBe(403)
}
