import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

interface Request {
  ip: string
  socket: { remoteAddress?: string | undefined }
}

/**
 * Returns the client's address, as reported by a trusted proxy. Removes the port that some proxies add. If the proxy does not
 * report a valid address, returns the address of the proxy itself.
 */
export function clientAddress({ ip, socket }: Request): string {
  return readAddress(ip) ?? socket.remoteAddress ?? ''
}

/** Like `clientAddress`, for a request that did not pass through Fastify, such as an upgrade. */
export function forwardedAddress(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  isProxy: (address: string) => boolean,
): string {
  const peer = socket.remoteAddress ?? ''
  const hops = String(headers['x-forwarded-for'] ?? '').split(',')
  let address = peer
  // Each proxy appends the address it received the request from, so the list is trusted from the end, proxy by proxy.
  while (isProxy(address) && hops.length > 0) address = readAddress((hops.pop() ?? '').trim()) ?? peer
  return address
}

function readAddress(text: string): string | undefined {
  const bare = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1]
  return [text, bare].find((one) => one !== undefined && isIP(one) !== 0)
}

/** Returns an IPv4 address that an IPv6 socket reports, such as `::ffff:10.0.0.7`, without that prefix. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/, '')
