import type { FastifyInstance, FastifyReply } from 'fastify'
import { gzipText } from './gzip-text.ts'
import type { KeptAnswer } from './kept-answers.ts'

/** Smaller responses fit into one packet uncompressed. */
const minBytes = 1400

const keptAnswers = new WeakMap<FastifyReply, KeptAnswer<unknown>>()

/** Sends an answer that has been compressed before, if it is long enough. */
export function sendKept(reply: FastifyReply, answer: KeptAnswer<unknown>): FastifyReply {
  keptAnswers.set(reply, answer)
  return reply.send(answer.text)
}

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
    return keptAnswers.get(reply)?.gzipped() ?? gzipText(payload)
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
