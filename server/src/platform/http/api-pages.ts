import fastifySwagger from '@fastify/swagger'
import fastifySwaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'

/** The reader sets inline styles; it has no access to what the portal's own pages hold. */
const readerPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/** The API's description, for programs at `/api/openapi.json` and for people at `/api/docs`. */
export function mountApiPages(server: FastifyInstance, document: Record<string, unknown>): void {
  const text = JSON.stringify(document)
  server.get('/api/openapi.json', (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(text),
  )
  server.register(async (scope) => {
    await scope.register(fastifySwagger, { mode: 'static', specification: { document: JSON.parse(text) } })
    await scope.register(fastifySwaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: readerPolicy,
      uiConfig: { docExpansion: 'none', persistAuthorization: false, tryItOutEnabled: false },
    })
  })
}
