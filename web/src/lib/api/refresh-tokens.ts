import type { Tokens } from '@eot/contract/auth'
import { isPassing, problemError } from './api-error.ts'
import { clearTokens, readTokens, storeTokens } from './tokens.ts'

export type RefreshOutcome =
  | { kind: 'fresh'; tokens: Tokens }
  /** The server refused; the tokens are gone and the session with them. */
  | { kind: 'ended' }
  /** No answer; the tokens are kept, since nobody said that they are wrong. */
  | { kind: 'unreachable'; error: unknown }

let queue: Promise<unknown> = Promise.resolve()

/**
 * One refresh at a time over all tabs. Whoever waited finds the tokens of the one who went first
 * and uses them: a refresh token serves once.
 */
export function refreshTokens(
  rejected: string,
  ask: (tokens: Tokens) => Promise<Response>,
  turn: Turn = exclusively,
): Promise<RefreshOutcome> {
  return turn(async () => {
    const tokens = readTokens()
    if (!tokens) return { kind: 'ended' }
    if (tokens.AccessToken !== rejected) return { kind: 'fresh', tokens }
    return exchange(tokens, ask)
  })
}

/** Waits until nothing else changes the tokens, then does the work. */
export type Turn = <T>(work: () => Promise<T>) => Promise<T>

/** For what has its turn already. */
export const atOnce: Turn = (work) => work()

async function exchange(tokens: Tokens, ask: (tokens: Tokens) => Promise<Response>): Promise<RefreshOutcome> {
  try {
    const response = await ask(tokens)
    if (response.ok) {
      const fresh = (await response.json()) as Tokens // the contract's answer of auth.refresh
      storeTokens(fresh)
      return { kind: 'fresh', tokens: fresh }
    }
    if (response.status >= 500 || response.status === 429) {
      return { kind: 'unreachable', error: await unreachable(response) }
    }
  } catch (error) {
    if (isPassing(error)) return { kind: 'unreachable', error }
    throw error
  }
  clearTokens()
  return { kind: 'ended' }
}

async function unreachable(response: Response): Promise<unknown> {
  return problemError(response.status, await response.json().catch(() => undefined))
}

/** Web Locks reach over tabs; where a page is not served securely they are missing, and the tab's own queue serves. */
export function exclusively<T>(work: () => Promise<T>): Promise<T> {
  if (globalThis.navigator?.locks) return navigator.locks.request('eot.refresh', work) as Promise<T> // typed as Awaited<T>
  const turn = queue.then(work)
  queue = turn.catch(() => undefined) // the next in line does not care how this one ended
  return turn
}
