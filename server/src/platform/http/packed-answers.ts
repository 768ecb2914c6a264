import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

const pack = promisify(gzip)

/** Smaller ones fit into one packet as they are. */
const leastBytes = 1400

/**
 * Sends what was read packed to who takes it so: an hour of readings is a fifth. Only reads, since the answers of others
 * may hold secrets, whose length must not tell anything.
 */
export function packAnswers(server: FastifyInstance): void {
  server.addHook('onSend', async (request, reply, payload) => {
    // HEAD is answered with the headers of GET.
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead || typeof payload !== 'string' || payload.length < leastBytes) return payload
    if (reply.hasHeader('content-encoding')) return payload
    reply.header('vary', 'accept-encoding')
    if (!takesGzip(request.headers['accept-encoding'])) return payload
    reply.header('content-encoding', 'gzip').removeHeader('content-length')
    return pack(payload, { level: 5 })
  })
}

/** Whether the header names gzip, and not as "gzip;q=0", which refuses it. */
function takesGzip(header: string | string[] | undefined): boolean {
  return [header ?? []]
    .flat()
    .join()
    .split(',')
    .some((one) => /^\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i.test(one))
}
