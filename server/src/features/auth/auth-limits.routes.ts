import type { Clock } from '../../platform/clock.ts'
import { addressKey, createRateLimit, type Rate } from '../../platform/rate-limit.ts'

/** How often one address may call; many people may share one. */
export interface AuthRates {
  signIn: Rate
  /** What sends mail or answers whether something exists. */
  inquiry: Rate
  refresh: Rate
}

export const usualRates: AuthRates = {
  signIn: { burst: 60, perMinute: 60 },
  inquiry: { burst: 20, perMinute: 10 },
  refresh: { burst: 600, perMinute: 600 },
}

type Limit = (request: { ip: string }) => void

export type AuthLimits = Record<keyof AuthRates, Limit>

/** Each throws `rate_limited` for an address that calls too often. */
export function createAuthLimits(rates: AuthRates, clock: Clock): AuthLimits {
  const by = (rate: Rate): Limit => {
    const limit = createRateLimit(rate, clock)
    return ({ ip }) => limit(addressKey(ip))
  }
  return { signIn: by(rates.signIn), inquiry: by(rates.inquiry), refresh: by(rates.refresh) }
}
