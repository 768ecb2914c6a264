import type { IncomingMessage } from 'node:http'

/** Returns whether a handshake comes from a page of this portal, or from a program, which sends no Origin. */
export function isOwnOrigin(request: IncomingMessage, publicUrl: string): boolean {
  const { origin, host } = request.headers
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  const from = new URL(origin)
  return from.host === host || from.origin === new URL(publicUrl).origin
}
