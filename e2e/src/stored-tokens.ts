import { constants } from '@eot/contract/constants'
import { accessTokenSeconds, createAccessTokens } from '@eot/server/access/access-token'
import type { Page } from 'playwright-core'
import { secretKey } from './portal.ts'

interface StoredTokens {
  AccessToken: string
  RefreshToken: string
  IdToken?: string
}

const dayMs = 86_400_000

/** Tokens as stored by the portal after a sign-in. */
export async function storeTokens(page: Page, value: StoredTokens): Promise<void> {
  const item = JSON.stringify({ value, expiresAt: Date.now() + constants.tokenDays * dayMs })
  await page.evaluate((text) => localStorage.setItem('eot.tokens', text), item)
}

export async function readTokens(page: Page): Promise<StoredTokens | undefined> {
  const item = await page.evaluate(() => localStorage.getItem('eot.tokens'))
  return item === null ? undefined : JSON.parse(item).value
}

/** Replaces the access token with one that has expired or is about to, as on a page that was left idle. */
export async function letAccessTokenExpire(page: Page, leftMs = -3_000_000): Promise<void> {
  const issuedAt = () => new Date(Date.now() + leftMs - accessTokenSeconds * 1000)
  const claims = await createAccessTokens(secretKey, () => new Date()).verify(
    (await readTokens(page))?.AccessToken ?? '',
  )
  if (!claims) throw new Error('no user is signed in')
  const expired = await createAccessTokens(secretKey, issuedAt).sign(claims)
  await page.evaluate((AccessToken) => {
    const item = JSON.parse(localStorage.getItem('eot.tokens') ?? '')
    localStorage.setItem('eot.tokens', JSON.stringify({ ...item, value: { ...item.value, AccessToken } }))
  }, expired)
}
