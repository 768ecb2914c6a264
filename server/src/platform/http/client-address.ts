import type { IncomingMessage } from 'node:http'
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
  return readAddress(ip) ?? socket.remoteAddress ?? ''
}

/** The same for a request that the framework has not seen, such as one for an upgrade. */
export function forwardedAddress(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  isProxy: (address: string) => boolean,
): string {
  const peer = socket.remoteAddress ?? ''
  const hops = String(headers['x-forwarded-for'] ?? '').split(',')
  let address = peer
  // Each proxy adds whom it heard: the list is read backwards for as long as it was proxies that wrote it.
  while (isProxy(address) && hops.length > 0) address = readAddress((hops.pop() ?? '').trim()) ?? peer
  return address
}

function readAddress(text: string): string | undefined {
  const bare = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1]
  return [text, bare].find((one) => one !== undefined && isIP(one) !== 0)
}
