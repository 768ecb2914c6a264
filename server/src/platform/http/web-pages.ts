import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '../app-error.ts'

const oneYear = 'public, max-age=31536000, immutable'

/** Serves the built web client from `folder`. Every path that is neither a file nor an endpoint returns its page. */
export function mountWebPages(server: FastifyInstance, folder: string): void {
  const page = readFileSync(join(folder, 'index.html'))
  const sendPage = (reply: FastifyReply) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page)

  server.register(fastifyStatic, {
    root: folder,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      // The names of built files change with their content, so they can be cached permanently.
      reply.header('cache-control', /[\\/]assets[\\/]/.test(path) ? oneYear : 'no-cache')
    },
  })
  server.get('/', (_request, reply) => sendPage(reply))
  server.setNotFoundHandler((request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead || !isPagePath(request.url)) throw new AppError('endpoint_not_found')
    return sendPage(reply)
  })
}

/**
 * Replaces a page address that cannot be decoded, such as `/%zz`, by `/`, so that the portal shows its page for missing pages.
 * Any other address stays as it is.
 */
export function readablePath(url: string): string {
  const [path = ''] = url.split('?')
  if (!path.includes('%') || !isPagePath(url)) return url
  try {
    decodeURI(path)
    return url
  } catch {
    return '/'
  }
}

/** A missing file must be a 404: a script that received the page instead would fail with a misleading error. */
function isPagePath(url: string): boolean {
  const [path = ''] = url.split('?')
  return !/^\/(api|ws|health|metrics)(\/|$)/.test(path) && !/\.[a-z0-9]{1,8}$/i.test(path)
}
