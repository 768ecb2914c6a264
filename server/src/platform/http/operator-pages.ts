import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createAddressList } from '../address-list.ts'
import { AppError } from '../app-error.ts'

export interface OperatorPages {
  /** Reasons why the program is not ready; empty if it is. */
  listFaults(): Promise<string[]>
  /** Whether the program is about to stop. */
  isDraining(): boolean
  metricsText(): Promise<string>
  /** Token that allows other machines to read the metrics. */
  metricsToken?: string | undefined
}

/** Serves the health checks and metrics for operators. */
export function mountOperatorPages(server: FastifyInstance, pages: OperatorPages): void {
  server.get('/health/live', async () => ({ status: 'ok' }))

  server.get('/health/ready', async (_request, reply) => {
    const faults = await pages.listFaults()
    if (faults.length > 0) reply.code(503).header('retry-after', '2')
    return { status: faults.length === 0 ? 'ready' : 'not ready', faults }
  })

  // For proxies: fails only while the process stops. Other faults, such as a full disk, often affect all processes alike, and
  // pages that only read may still be served.
  server.get('/health/serving', async (_request, reply) => {
    if (pages.isDraining()) reply.code(503).header('retry-after', '2')
    return { status: pages.isDraining() ? 'stopping' : 'serving' }
  })

  server.get('/metrics', async (request, reply) => {
    if (!mayRead(request, pages.metricsToken)) throw new AppError('endpoint_not_found')
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await pages.metricsText())
  })
}

/** Without a token, only direct requests from this machine: behind a local proxy, every client appears to be local. */
function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined) return isLoopback(request.socket.remoteAddress ?? '') && !isForwarded(request)
  const given = Buffer.from(request.headers.authorization?.replace(/^Bearer +/i, '') ?? '')
  const wanted = Buffer.from(token)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

const isLoopback = createAddressList(['127.0.0.0/8', '::1'])

function isForwarded({ headers }: FastifyRequest): boolean {
  return ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some((name) => headers[name] !== undefined)
}
