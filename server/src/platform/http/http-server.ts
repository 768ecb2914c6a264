import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify'
import { AppError } from '../app-error.ts'
import { uuidv7 } from '../db/uuid.ts'
import { clientAddress } from './client-address.ts'
import { compressResponses } from './compressed-responses.ts'
import { answerError } from './error-handler.ts'
import { parseJsonBodies } from './json-body.ts'
import { createNodeServer, type NodeServerOptions } from './node-server.ts'
import { problemType, toProblem } from './problem.ts'
import { securityHeaders } from './security-headers.ts'
import { readablePath } from './web-pages.ts'

export interface HttpServerOptions extends NodeServerOptions {
  /** Whether users connect over HTTPS. Default: whether the server itself has a certificate. */
  isHttps?: boolean
  /** While it returns true, responses carry `Connection: close`. */
  isDraining?: () => boolean
}

/** Clients time out after 10 s, so every request gets a response before that, if only a 503. */
export const answerTimeoutMs = 8_000
export const bodyLimitBytes = 256 * 1024
/** How long connections stay open once the server closes, for the last responses to arrive. */
const lingerMs = 1_000

export function createHttpServer(options: HttpServerOptions): FastifyInstance {
  const { log, isHttps = options.tls !== undefined, isDraining = () => false } = options
  // Files of the portal set their own cache-control.
  const headers = { ...securityHeaders(isHttps), 'cache-control': 'no-store' }
  const logger: FastifyBaseLogger = log
  const server = fastify({
    serverFactory: (handler) => createNodeServer(handler, options),
    loggerInstance: logger,
    // Logged by the onResponse hook instead, without the query string, which may contain personal data.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustProxy ?? false,
    bodyLimit: bodyLimitBytes,
    handlerTimeout: answerTimeoutMs,
    exposeHeadRoutes: true,
    routerOptions: { ignoreTrailingSlash: true },
    rewriteUrl: ({ url = '/' }) => readablePath(url),
    // While closing, requests on open connections are still served, and the response closes the connection.
    return503OnClosing: false,
    genReqId: () => uuidv7(),
    // These errors occur before any hook has run, so the headers are set here.
    frameworkErrors: (error, request, reply) => answerError(error, request, reply.headers(headers)),
    clientErrorHandler: (error, socket) => refuseMalformed(error, socket, headers),
  })

  // Browsers open connections in advance, and a closing server no longer times out those that send nothing.
  server.addHook('preClose', async () => {
    const cut = setTimeout(() => server.server.closeAllConnections(), lingerMs)
    server.server.once('close', () => clearTimeout(cut))
  })
  server.addHook('onRequest', async (request, reply) => {
    reply.headers(headers).header('x-request-id', request.id)
    if (isDraining()) reply.header('connection', 'close')
  })
  parseJsonBodies(server)
  compressResponses(server)
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
      'request completed',
    )
  })
  server.setErrorHandler(answerError)
  return server
}

/** Returns 404 for every unknown path. For a server without web pages. */
export function refuseUnknownPaths(server: FastifyInstance): void {
  server.setNotFoundHandler(() => {
    throw new AppError('endpoint_not_found')
  })
}

const malformed: Record<string, { status: number; code: 'invalid_request' | 'payload_too_large' }> = {
  HPE_HEADER_OVERFLOW: { status: 431, code: 'payload_too_large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'invalid_request' },
}

/** Responds to bytes that could not be parsed as a request, which no hook or handler sees. */
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
