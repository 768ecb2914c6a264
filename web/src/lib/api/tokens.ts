import type { Tokens } from '@eot/contract/auth'
import { constants } from '@eot/contract/constants'
import { readExpiring, writeExpiring } from './expiring-storage.ts'

const key = 'eot.tokens'
/** `isRefused`: the tokens are gone because the server refused to renew them. */
type TokenListener = (tokens: Tokens | undefined, isRefused: boolean) => void

const listeners = new Set<TokenListener>()

export function readTokens(): Tokens | undefined {
  const value = readExpiring(localStorage, key)
  return isTokens(value) ? value : undefined
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
