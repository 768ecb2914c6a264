import type { Tokens } from '@eot/contract/auth'
import { constants } from '@eot/contract/constants'
import { readExpiring, writeExpiring } from './expiring-storage.ts'
import { subjectOf } from './id-token.ts'

const key = 'eot.tokens'
/** `isRefused`: the tokens are gone because the server refused to renew them, or have expired. */
type TokenListener = (tokens: Tokens | undefined, isRefused: boolean) => void

const listeners = new Set<TokenListener>()

export function readTokens(): Tokens | undefined {
  const value = readExpiring(localStorage, key)
  return isTokens(value) ? value : undefined
}

const userOf = (tokens: Tokens | undefined) => subjectOf(tokens?.AccessToken)

/** The user whose requests this tab sends. The tabs share the tokens, which may become those of somebody else. */
let user: unknown

/** Returns the stored tokens. From now on, this tab sends the requests of their user. */
export function adoptTokens(): Tokens | undefined {
  const tokens = readTokens()
  user = userOf(tokens)
  return tokens
}

/** Whether the tokens belong to somebody else than the user of this tab. */
export const areForeign = (tokens: Tokens | undefined): boolean =>
  Boolean(tokens && user && userOf(tokens) !== user)

/**
 * Returns the tokens to send a request with. If they have become those of somebody else, or are gone, tells the listeners, who
 * may not know yet: the event of the other tab comes later, and there is none when tokens expire.
 */
export function ownTokens(): Tokens | undefined {
  const tokens = readTokens()
  if (tokens ? !areForeign(tokens) : !user) return tokens
  announce(tokens, !tokens)
  return undefined
}

/** Replaces the tokens by newer ones of the same user, unless the user has signed out meanwhile. */
export function renewTokens(tokens: Tokens): void {
  const former = readTokens()
  if (former && userOf(former) === userOf(tokens)) storeTokens(tokens)
}

export function storeTokens(tokens: Tokens): void {
  writeExpiring(localStorage, key, tokens, constants.tokenDays)
  announce(tokens)
}

export function clearTokens(isRefused = false): void {
  localStorage.removeItem(key)
  announce(undefined, isRefused)
}

/** Calls the listener on every change, including changes in other tabs. Returns a function that removes it. */
export function onTokens(listener: TokenListener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function announce(tokens: Tokens | undefined, isRefused = false) {
  for (const listener of listeners) listener(tokens, isRefused)
}

function isTokens(value: unknown): value is Tokens {
  return (
    typeof value === 'object' &&
    value !== null &&
    'AccessToken' in value &&
    'RefreshToken' in value &&
    typeof value.AccessToken === 'string' &&
    typeof value.RefreshToken === 'string'
  )
}

globalThis.addEventListener?.('storage', (event) => {
  // key is null when another tab cleared the storage
  if (event.key === key || event.key === null) announce(readTokens())
})
