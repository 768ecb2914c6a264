import type { FastifyInstance, FastifyReply } from 'fastify'
import { compress, encodingFor } from './compress.ts'
import type { KeptAnswer } from './kept-answers.ts'

/** Smaller responses fit into one packet uncompressed. */
const minBytes = 1400

const keptAnswers = new WeakMap<FastifyReply, KeptAnswer<unknown>>()

/** Sends a response that has been compressed before, if it is long enough. */
export function sendKept(reply: FastifyReply, answer: KeptAnswer<unknown>): FastifyReply {
  keptAnswers.set(reply, answer)
  return reply.send(answer.bytes)
}

/**
 * Compresses responses to GET if the client accepts it: an hour of readings shrinks to a fifth. Other responses may contain
 * secrets that their compressed length could reveal.
 */
export function compressResponses(server: FastifyInstance): void {
  server.addHook('onSend', async (request, reply, payload) => {
    // HEAD returns the same headers as GET.
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead || !isText(payload, reply) || payload.length < minBytes) return payload
    if (reply.hasHeader('content-encoding')) return payload
    reply.header('vary', 'accept-encoding')
    const encoding = encodingFor(request.headers['accept-encoding'])
    if (!encoding) return payload
    const kept = keptAnswers.get(reply)
    // If the compression fails, the client gets an error.
    const compressed =
      kept?.bytes === payload
        ? await kept.compressed(encoding)
        : await compress(typeof payload === 'string' ? Buffer.from(payload) : payload, encoding)
    reply.header('content-encoding', encoding).removeHeader('content-length')
    return compressed
  })
}

/** Other buffers are files that are already compressed, such as pictures. */
const isText = (payload: unknown, reply: FastifyReply): payload is string | Buffer =>
  typeof payload === 'string' ||
  (Buffer.isBuffer(payload) && String(reply.getHeader('content-type')).includes('json'))
