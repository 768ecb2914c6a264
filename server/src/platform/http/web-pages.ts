import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '../app-error.ts'

const oneYear = 'public, max-age=31536000, immutable'

/** Serves the built web client of `folder`; every path that is no file and no call shows its one page. */
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
      // Names of built files change with their content; those of the others do not.
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

/** A missing file must not be answered by a page: a script that got one would fail where nobody looks. */
function isPagePath(url: string): boolean {
  const [path = ''] = url.split('?')
  return !/^\/(api|ws|health|metrics)(\/|$)/.test(path) && !/\.[a-z0-9]{1,8}$/i.test(path)
}
