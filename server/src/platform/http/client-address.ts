import { isIP } from 'node:net'

interface Request {
  ip: string
  socket: { remoteAddress?: string | undefined }
}

/**
 * The address a request comes from: what a trusted proxy says, as long as that is an address. Some proxies add the port.
 * For anything else it is the address of the proxy itself.
 */
export function clientAddress({ ip, socket }: Request): string {
  if (isIP(ip) !== 0) return ip
  const bare = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(ip)?.[1] ?? /^\[([^\]]+)\](?::\d+)?$/.exec(ip)?.[1]
  return bare !== undefined && isIP(bare) !== 0 ? bare : (socket.remoteAddress ?? '')
}
