import { isIPv6 } from 'node:net'
import { AppError } from './app-error.ts'
import { type ElapsedMs, systemElapsedMs } from './clock.ts'

export interface Rate {
  /** Maximum number of requests at once after a pause. */
  burst: number
  perMinute: number
}

export interface RateLimit {
  /** Counts a request for the key. Throws `rate_limited` with the time to wait if it exceeds the rate. */
  (key: string): void
  /** Undoes the count of one request. */
  refund(key: string): void
}

const keysKept = 50_000

export function createRateLimit({ burst, perMinute }: Rate, elapsed: ElapsedMs = systemElapsedMs): RateLimit {
  // For each key, the time at which its full burst is available again. Ordered by last use.
  const wholeAt = new Map<string, number>()
  const eachMs = 60_000 / perMinute
  const take = (key: string) => {
    const now = elapsed()
    const next = Math.max(wholeAt.get(key) ?? 0, now) + eachMs
    const excessMs = next - now - burst * eachMs
    if (excessMs > 0) throw new AppError('rate_limited', { retryAfterSeconds: Math.ceil(excessMs / 1000) })
    wholeAt.delete(key)
    wholeAt.set(key, next)
    const oldest = wholeAt.keys().next()
    if (wholeAt.size > keysKept && !oldest.done) wholeAt.delete(oldest.value)
  }
  const refund = (key: string) => {
    const whole = wholeAt.get(key)
    if (whole !== undefined) wholeAt.set(key, whole - eachMs)
  }
  return Object.assign(take, { refund })
}

/** Drops the last 64 bits of an IPv6 address, which a subscriber can choose freely. */
export function addressKey(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address
  const [head = '', tail] = address.split('::')
  const groups = (text: string | undefined) => (text ? text.split(':') : [])
  const given = [...groups(head)]
  const missing = tail === undefined ? 0 : 8 - given.length - groups(tail).length
  return [...given, ...Array<string>(missing).fill('0'), ...groups(tail)].slice(0, 4).join(':')
}
