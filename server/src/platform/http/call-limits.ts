import type { CallRate } from '@eot/contract/endpoint'
import type { ElapsedMs } from '../clock.ts'
import { addressKey, createRateLimit, type Rate } from '../rate-limit.ts'

/** Request rates per address. Many people may share one address. */
export type CallRates = Record<CallRate, Rate>

export const usualRates: CallRates = {
  signIn: { burst: 60, perMinute: 60 },
  /** Requests that send email or reveal whether something exists. */
  inquiry: { burst: 20, perMinute: 10 },
  refresh: { burst: 600, perMinute: 600 },
  /** Error reports. Few are enough to find a fault. */
  report: { burst: 30, perMinute: 10 },
  /** Delivery reports of providers, several for each message during a storm. */
  callback: { burst: 3000, perMinute: 3000 },
}

/** Throws `rate_limited` for an address that makes this kind of request too often. */
export type LimitCalls = (rate: CallRate, address: string) => void

export function createCallLimits(rates: CallRates, elapsed?: ElapsedMs): LimitCalls {
  const limits = {
    signIn: createRateLimit(rates.signIn, elapsed),
    inquiry: createRateLimit(rates.inquiry, elapsed),
    refresh: createRateLimit(rates.refresh, elapsed),
    report: createRateLimit(rates.report, elapsed),
    callback: createRateLimit(rates.callback, elapsed),
  }
  return (rate, address) => limits[rate](addressKey(address))
}
