import fastifySwagger from '@fastify/swagger'
import fastifySwaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'

/** Swagger UI sets inline styles, which the portal's own policy forbids. */
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

const wordmark = (title: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="220" height="40"><text x="0" y="28" fill="#fff" \
font-family="sans-serif" font-size="24" font-weight="700">${title}</text></svg>`

/** Serves the API description: as OpenAPI at `/api/openapi.json`, as pages at `/api/docs`. */
export function mountApiPages(
  server: FastifyInstance,
  title: string,
  document: Record<string, unknown>,
): void {
  const text = JSON.stringify(document)
  server.get('/api/openapi.json', (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(text),
  )
  server.register(async (scope) => {
    await scope.register(fastifySwagger, { mode: 'static', specification: { document: JSON.parse(text) } })
    await scope.register(fastifySwaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: readerPolicy,
      logo: { type: 'image/svg+xml', content: Buffer.from(wordmark(title)) },
      theme: { title: `${title} API` },
      uiConfig: { docExpansion: 'none', persistAuthorization: false, tryItOutEnabled: false },
    })
  })
}
