import type { Tokens } from '@eot/contract/auth'
import { constants } from '@eot/contract/constants'
import { readExpiring, writeExpiring } from './expiring-storage.ts'

const key = 'eot.tokens'
const listeners = new Set<(tokens: Tokens | undefined) => void>()

export function readTokens(): Tokens | undefined {
  const value = readExpiring(localStorage, key)
  return isTokens(value) ? value : undefined
}

export function storeTokens(tokens: Tokens): void {
  writeExpiring(localStorage, key, tokens, constants.tokenDays)
  announce(tokens)
}

export function clearTokens(): void {
  localStorage.removeItem(key)
  announce(undefined)
}

/** Calls the listener on every change, including changes in other tabs. Returns a function that removes it. */
export function onTokens(listener: (tokens: Tokens | undefined) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function announce(tokens: Tokens | undefined) {
  for (const listener of listeners) listener(tokens)
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
