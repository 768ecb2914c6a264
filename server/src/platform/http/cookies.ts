import type { FastifyReply, FastifyRequest } from 'fastify'

export interface Cookie {
  read(request: FastifyRequest): string | undefined
  set(reply: FastifyReply, value: string, maxAgeSeconds: number): void
  clear(reply: FastifyReply): void
}

interface Options {
  /** Whether users connect over HTTPS. The cookie is then limited to HTTPS and to this host. */
  isHttps: boolean
  /** `Lax` cookies are sent when another site links to the portal, `Strict` cookies are not. */
  sameSite: 'Lax' | 'Strict'
}

/** Creates an HttpOnly cookie. Its value must consist of characters that are valid in a cookie. */
export function createCookie(plainName: string, { isHttps, sameSite }: Options): Cookie {
  const name = isHttps ? `__Host-${plainName}` : plainName
  const attributes = `Path=/; HttpOnly; SameSite=${sameSite}${isHttps ? '; Secure' : ''}`
  const set = (reply: FastifyReply, value: string, maxAgeSeconds: number) =>
    void reply.header('set-cookie', `${name}=${value}; Max-Age=${maxAgeSeconds}; ${attributes}`)
  return {
    read(request) {
      for (const pair of (request.headers.cookie ?? '').split(';')) {
        const [key = '', value] = pair.trim().split('=', 2)
        if (key === name && value) return value.slice(0, 512)
      }
      return undefined
    },
    set,
    clear: (reply) => set(reply, '', 0),
  }
}
