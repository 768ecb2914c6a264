import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../app-error.ts'

/** How long a program that ends waits for them. */
export const mostFinishMs = 7_000

export interface RequestsUnderWay {
  /**
   * Refuses every request from now on with 503 and `Connection: close`, and resolves when those that came before are
   * answered, after `mostMs` at the latest. The server goes on listening: whoever connects is told, and not reset.
   */
  finish(mostMs: number): Promise<void>
}

/** Follows the requests of a server. To be called before it listens. */
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
