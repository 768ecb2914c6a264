import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../app-error.ts'

/** How long a shutdown waits for pending requests. */
export const mostFinishMs = 7_000

export interface RequestsUnderWay {
  /**
   * Refuses every new request with 503 and `Connection: close`. Resolves when earlier requests are complete, after `mostMs`
   * at the latest. The server keeps listening, so that new connections get a response instead of a reset.
   */
  finish(mostMs: number): Promise<void>
}

/** Tracks the pending requests of a server. Call before it listens. */
export function trackRequests(server: FastifyInstance): RequestsUnderWay {
  const underWay = new Set<unknown>()
  let isFinishing = false
  const allDone = Promise.withResolvers<void>()

  function leave(request: unknown): void {
    underWay.delete(request)
    if (isFinishing && underWay.size === 0) allDone.resolve()
  }

  server.addHook('onRequest', async (request, reply) => {
    if (!isFinishing) return void underWay.add(request)
    reply.header('connection', 'close')
    throw new AppError('shutting_down')
  })
  server.addHook('onResponse', async (request) => leave(request))
  server.addHook('onRequestAbort', async (request) => leave(request))

  return {
    async finish(mostMs) {
      isFinishing = true
      if (underWay.size === 0) return
      const patience = new AbortController()
      await Promise.race([allDone.promise, wait(mostMs, undefined, { signal: patience.signal })])
      patience.abort()
    },
  }
}
