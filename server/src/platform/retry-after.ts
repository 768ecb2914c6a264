/** Longer pauses are unsuitable for messages that somebody waits for. */
const mostRetryAfterMs = 5 * 60_000

/**
 * Returns the pause in `Retry-After`: a number of seconds or a date (RFC 9110, section 10.2.3). 0: it is missing or invalid.
 */
export function retryAfterMs(header: string | null, mostMs = mostRetryAfterMs): number {
  if (header === null) return 0
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), mostMs)
}
