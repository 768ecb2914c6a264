import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

const compress = promisify(gzip)

/** Smaller responses fit into one packet uncompressed. */
const minBytes = 1400

/** Longer ones are compressed in half the time, to slightly more bytes. */
const longBytes = 500_000

/**
 * Compresses responses to GET if the client accepts gzip: an hour of readings shrinks to a fifth. Other responses may
 * contain secrets that their compressed length could reveal.
 */
export function compressResponses(server: FastifyInstance): void {
  server.addHook('onSend', async (request, reply, payload) => {
    // HEAD returns the same headers as GET.
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead || typeof payload !== 'string' || payload.length < minBytes) return payload
    if (reply.hasHeader('content-encoding')) return payload
    reply.header('vary', 'accept-encoding')
    if (!acceptsGzip(request.headers['accept-encoding'])) return payload
    reply.header('content-encoding', 'gzip').removeHeader('content-length')
    return compress(payload, { level: payload.length < longBytes ? 5 : 1 })
  })
}

/** Whether the header accepts gzip. "gzip;q=0" refuses it. */
function acceptsGzip(header: string | string[] | undefined): boolean {
  return [header ?? []]
    .flat()
    .join()
    .split(',')
    .some((one) => /^\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i.test(one))
}
