import type { IncomingMessage } from 'node:http'
import { AppError } from '../../platform/app-error.ts'
import type { ElapsedMs } from '../../platform/clock.ts'
import { addressKey, createRateLimit } from '../../platform/rate-limit.ts'

/** A browser sends its token in the first frame; a connection that does not within this time is closed. */
export const tokenTimeoutMs = 5_000
/** Maximum open connections without a token, per address and in total. */
const pendingPerAddress = 100
const pendingInAll = 500
/** Enough for every user behind a school's router to reconnect at once after a restart. */
const rate = { burst: 600, perMinute: 600 }

export interface Handshakes {
  /** Whether a new connection may begin. If false, it is rejected before the upgrade. */
  mayBegin(request: IncomingMessage): boolean
  /**
   * Registers a connection without a token. Call the returned function when the token arrives or the connection closes;
   * calling it again has no effect.
   */
  begin(request: IncomingMessage): () => void
}

interface Options {
  addressOf: (request: IncomingMessage) => string
  elapsed?: ElapsedMs
}

/** Limits connections from unauthenticated clients, since the token is known only after the upgrade. */
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
