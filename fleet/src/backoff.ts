export interface Backoff {
  readonly firstMs: number
  readonly mostMs: number
}

export const deviceBackoff: Backoff = { firstMs: 1_000, mostMs: 60_000 }

/**
 * Delay in ms before retry number `attempt` (0 = the first). It doubles with each retry, and half of it is random so
 * that a fleet that lost its connections together does not reconnect all at once.
 */
export function backoffMs(attempt: number, backoff: Backoff, random: () => number): number {
  const full = Math.min(backoff.mostMs, backoff.firstMs * 2 ** Math.min(attempt, 30))
  return full / 2 + (full / 2) * random()
}

/** Delay requested by a Retry-After header, in ms from now; undefined if it is missing or invalid. */
export function retryAfterMs(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined
  const text = header.trim()
  if (/^\d+$/.test(text)) return Number(text) * 1_000
  const atMs = Date.parse(text)
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs)
}
