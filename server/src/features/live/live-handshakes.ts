import type { IncomingMessage } from 'node:http'
import { AppError } from '../../platform/app-error.ts'
import type { ElapsedMs } from '../../platform/clock.ts'
import { addressKey, createRateLimit } from '../../platform/rate-limit.ts'

/** A browser sends its token in the first frame; one that does not within this time is closed. */
export const tokenTimeoutMs = 5_000
/** Connections of one address, and of all, that may be open without a token at once. */
const pendingPerAddress = 100
const pendingInAll = 500
/** Enough for everybody behind the router of a school to come back at once after a restart. */
const rate = { burst: 600, perMinute: 600 }

export interface Handshakes {
  /** Whether a new connection may begin; false is answered before it is upgraded. */
  mayBegin(request: IncomingMessage): boolean
  /** A connection that has not shown a token yet. Call the answer once it has, or is closed; again changes nothing. */
  begin(request: IncomingMessage): () => void
}

interface Options {
  addressOf: (request: IncomingMessage) => string
  elapsed?: ElapsedMs
}

/** Keeps strangers from holding connections, or making many of them: a token is known only after the upgrade. */
export function createHandshakes({ addressOf, elapsed }: Options): Handshakes {
  const limit = createRateLimit(rate, elapsed)
  const pending = new Map<string, number>()
  let all = 0
  const keyOf = (request: IncomingMessage) => addressKey(addressOf(request))

  return {
    mayBegin(request) {
      const key = keyOf(request)
      if (all >= pendingInAll || (pending.get(key) ?? 0) >= pendingPerAddress) return false
      try {
        limit(key)
        return true
      } catch (error) {
        if (error instanceof AppError) return false
        throw error
      }
    },
    begin(request) {
      const key = keyOf(request)
      let isPending = true
      all++
      pending.set(key, (pending.get(key) ?? 0) + 1)
      return () => {
        if (!isPending) return
        isPending = false
        all--
        const left = (pending.get(key) ?? 1) - 1
        if (left === 0) pending.delete(key)
        else pending.set(key, left)
      }
    },
  }
}
