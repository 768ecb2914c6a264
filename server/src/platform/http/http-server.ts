import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify'
import { AppError } from '../app-error.ts'
import { uuidv7 } from '../db/uuid.ts'
import { clientAddress } from './client-address.ts'
import { answerError } from './error-handler.ts'
import { parseJsonBodies } from './json-body.ts'
import { createNodeServer, type NodeServerOptions } from './node-server.ts'
import { packAnswers } from './packed-answers.ts'
import { problemType, toProblem } from './problem.ts'
import { securityHeaders } from './security-headers.ts'

export interface HttpServerOptions extends NodeServerOptions {
  /** Whether users reach the program by https. */
  isHttps?: boolean
  /** While it is true, answers ask their connections to close. */
  isDraining?: () => boolean
}

/** The client gives up at 10 s: until then it has an answer, if only that there will be none. */
export const answerTimeoutMs = 8_000
export const bodyLimitBytes = 256 * 1024

export function createHttpServer(options: HttpServerOptions): FastifyInstance {
  const { log, isHttps = options.tls !== undefined, isDraining = () => false } = options
  const headers = securityHeaders(isHttps)
  const logger: FastifyBaseLogger = log
  const server = fastify({
    serverFactory: (handler) => createNodeServer(handler, options),
    loggerInstance: logger,
    // Logged in one line at the end instead, without the query, which may carry what must not be kept.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustProxy ?? false,
    bodyLimit: bodyLimitBytes,
    handlerTimeout: answerTimeoutMs,
    exposeHeadRoutes: true,
    routerOptions: { ignoreTrailingSlash: true },
    // While closing, what still arrives is served: its connection is closed with the answer.
    return503OnClosing: false,
    genReqId: () => uuidv7(),
    // Before any hook has run.
    frameworkErrors: (error, request, reply) => answerError(error, request, reply.headers(headers)),
    clientErrorHandler: (error, socket) => refuseMalformed(error, socket, headers),
  })

  server.addHook('onRequest', async (request, reply) => {
    reply.headers(headers).header('x-request-id', request.id)
    if (request.url.startsWith('/api')) reply.header('cache-control', 'no-store')
    if (isDraining()) reply.header('connection', 'close')
  })
  parseJsonBodies(server)
  packAnswers(server)
  server.addHook('onResponse', async (request, reply) => {
    const { statusCode } = reply
    request.log[statusCode >= 400 ? 'info' : 'debug'](
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: statusCode,
        durationMs: Math.round(reply.elapsedTime),
        address: clientAddress(request),
      },
      'answered',
    )
  })
  server.setErrorHandler(answerError)
  return server
}

/** For a server that has nothing but its routes. */
export function refuseUnknownPaths(server: FastifyInstance): void {
  server.setNotFoundHandler(() => {
    throw new AppError('endpoint_not_found')
  })
}

const malformed: Record<string, { status: number; code: 'invalid_request' | 'payload_too_large' }> = {
  HPE_HEADER_OVERFLOW: { status: 431, code: 'payload_too_large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'invalid_request' },
}

/** For bytes that never became a request, so that no hook or handler has seen them. */
function refuseMalformed(
  error: Error & { code: string },
  socket: Socket,
  headers: Record<string, string>,
): void {
  const { status, code } = malformed[error.code] ?? { status: 400, code: 'invalid_request' }
  if (socket.writable) {
    const body = JSON.stringify({ ...toProblem(code, {}), status })
    const lines = Object.entries({
      ...headers,
      'content-type': problemType,
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
  }
  socket.destroy()
}
