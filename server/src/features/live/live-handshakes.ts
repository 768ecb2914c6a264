import type { IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '../../platform/app-error.ts'
import { createBoundedQueue, QueueFull } from '../../platform/bounded-queue.ts'
import type { ElapsedMs } from '../../platform/clock.ts'
import { addressKey, createRateLimit } from '../../platform/rate-limit.ts'

/** A browser sends its token in the first frame; a connection that does not within this time is closed. */
export const tokenTimeoutMs = 5_000
/** Maximum open connections without a token, per address and in total. */
const pendingPerAddress = 100
const pendingInAll = 500
/** Enough for every user behind a school's router to reconnect at once after a restart. */
const rate = { burst: 600, perMinute: 600 }
/** New connections begin one by one, at least this far apart, so that a crowd of them does not delay other requests. */
const apartMs = 2

export interface Handshakes {
  /** Waits for the connection's turn. If false, it is rejected before the upgrade. */
  mayBegin(request: IncomingMessage): Promise<boolean>
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
  const turns = createBoundedQueue({ parallel: 1, waiting: pendingInAll })
  const pending = new Map<string, number>()
  let all = 0
  const keyOf = (request: IncomingMessage) => addressKey(addressOf(request))

  return {
    async mayBegin(request) {
      try {
        await turns.run(() => pause(apartMs))
        const key = keyOf(request)
        if (all >= pendingInAll || (pending.get(key) ?? 0) >= pendingPerAddress) return false
        limit(key)
        return true
      } catch (error) {
        if (error instanceof AppError || error instanceof QueueFull) return false
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
