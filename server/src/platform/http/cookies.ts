import type { FastifyReply, FastifyRequest } from 'fastify'

export interface Cookie {
  read(request: FastifyRequest): string | undefined
  set(reply: FastifyReply, value: string, maxAgeSeconds: number): void
  clear(reply: FastifyReply): void
}

interface Options {
  /** Whether users reach the program by https: the cookie is then bound to it and to the host. */
  isHttps: boolean
  /** `Lax` reaches the program when another site links to it, `Strict` does not. */
  sameSite: 'Lax' | 'Strict'
}

/** A cookie no script can read. Its value has to be without characters that a cookie cannot hold. */
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
