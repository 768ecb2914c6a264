import type { Tokens } from '@eot/contract/auth'
import { isRetryable, problemError } from './api-error.ts'
import { subjectOf } from './id-token.ts'
import { clearTokens, readTokens, renewTokens } from './tokens.ts'

export type RefreshOutcome =
  | { kind: 'fresh'; tokens: Tokens }
  /** The server refused, and the tokens are deleted, or somebody else has signed in. Either ends the session. */
  | { kind: 'ended' }
  /** No response. The tokens are kept, since they may be valid. */
  | { kind: 'unreachable'; error: unknown }

let queue: Promise<unknown> = Promise.resolve()

/**
 * Refreshes the tokens, one request at a time across all tabs, since a refresh token is valid once. A caller that had
 * to wait uses the tokens of the previous refresh.
 */
export function refreshTokens(
  rejected: string,
  send: (tokens: Tokens) => Promise<Response>,
  turn: Turn = exclusively,
): Promise<RefreshOutcome> {
  return turn(async () => {
    const tokens = readTokens()
    if (!tokens || subjectOf(tokens.AccessToken) !== subjectOf(rejected)) return { kind: 'ended' }
    if (tokens.AccessToken !== rejected) return { kind: 'fresh', tokens }
    return exchange(tokens, send)
  })
}

/** Waits until no one else is changing the tokens, then runs the work. */
export type Turn = <T>(work: () => Promise<T>) => Promise<T>

/** For callers that already have the turn. */
export const atOnce: Turn = (work) => work()

async function exchange(
  tokens: Tokens,
  send: (tokens: Tokens) => Promise<Response>,
): Promise<RefreshOutcome> {
  try {
    const response = await send(tokens)
    if (response.ok) {
      const fresh = (await response.json()) as Tokens // the response of auth.refresh follows the contract
      renewTokens(fresh)
      return { kind: 'fresh', tokens: fresh }
    }
    if (response.status >= 500 || response.status === 429) {
      return { kind: 'unreachable', error: await unreachable(response) }
    }
  } catch (error) {
    if (isRetryable(error)) return { kind: 'unreachable', error }
    throw error
  }
  // Meanwhile, somebody may have signed in.
  if (readTokens()?.AccessToken === tokens.AccessToken) clearTokens(true)
  return { kind: 'ended' }
}

async function unreachable(response: Response): Promise<unknown> {
  return problemError({ status: response.status, data: await response.json().catch(() => undefined) })
}

/**
 * Web Locks work across tabs. They are missing on pages not served over HTTPS, where a queue within the tab is used.
 */
export function exclusively<T>(work: () => Promise<T>): Promise<T> {
  if (globalThis.navigator?.locks) return navigator.locks.request('eot.refresh', work) as Promise<T> // typed as Awaited<T>
  const turn = queue.then(work)
  queue = turn.catch(() => undefined) // the next in line does not depend on this result
  return turn
}
