import type { ErrorCode } from '@eot/contract/errors'
import { AppError } from '../platform/app-error.ts'
import type { ElapsedMs } from '../platform/clock.ts'
import { createRateLimit } from '../platform/rate-limit.ts'
import type { Caller } from './caller.ts'

/** Runs the work of a caller; throws `rate_limited` instead after too many conflicts of theirs. */
export type LimitConflicts = <T>(caller: Caller, work: () => Promise<T>) => Promise<T>

const rate = { burst: 20, perMinute: 0.5 }
const conflicts: readonly ErrorCode[] = ['email_taken', 'mac_taken']

/**
 * An email or device address may be taken by another customer, and only that much can be told: it is taken. Nobody finds
 * out what others have by asking for one after the other. What succeeds does not count.
 */
export function createConflictLimit(elapsed?: ElapsedMs): LimitConflicts {
  const limit = createRateLimit(rate, elapsed)
  return async (caller, work) => {
    // Counted before it is known, so that parallel attempts do not slip past.
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
