import type { ErrorCode } from '@eot/contract/errors'
import { AppError } from '../platform/app-error.ts'
import type { ElapsedMs } from '../platform/clock.ts'
import { createRateLimit } from '../platform/rate-limit.ts'
import type { Caller } from './caller.ts'

/** Runs the work of a caller, or throws `rate_limited` after too many conflicts of this caller. */
export type LimitConflicts = <T>(caller: Caller, work: () => Promise<T>) => Promise<T>

const rate = { burst: 20, perMinute: 0.5 }
const conflicts: readonly ErrorCode[] = [
  'email_taken',
  'mac_taken',
  'device_not_available',
  'site_name_taken',
]

/**
 * Limits conflicts. An email, a device address or a site's name may be in use by another customer, and the error reveals no more
 * than that. This limit keeps a caller from probing lists of them. Work without a conflict does not count.
 */
export function createConflictLimit(elapsed?: ElapsedMs): LimitConflicts {
  const limit = createRateLimit(rate, elapsed)
  return async (caller, work) => {
    // Counts before the outcome is known, so that parallel attempts cannot exceed the limit.
    limit(caller.userId)
    let isConflict = false
    try {
      return await work()
    } catch (error) {
      isConflict = error instanceof AppError && conflicts.includes(error.code)
      throw error
    } finally {
      if (!isConflict) limit.refund(caller.userId)
    }
  }
}
