export interface Backoff {
  readonly firstMs: number
  readonly mostMs: number
}

export const deviceBackoff: Backoff = { firstMs: 1_000, mostMs: 60_000 }

/**
 * How long to wait before try number `attempt` (0 = the first repeat). It doubles, and half of it is left to
 * chance, so that a fleet cut off together does not come back together.
 */
export function backoffMs(attempt: number, backoff: Backoff, random: () => number): number {
  const full = Math.min(backoff.mostMs, backoff.firstMs * 2 ** Math.min(attempt, 30))
  return full / 2 + (full / 2) * random()
}

/** What a Retry-After header asks for, in ms from now; undefined where there is none that can be read. */
export function retryAfterMs(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined
  const text = header.trim()
  if (/^\d+$/.test(text)) return Number(text) * 1_000
  const atMs = Date.parse(text)
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs)
}
