import { ingestLimits } from '@eot/contract/ingest'
import type { Client } from 'aedes'
import { internalsOf } from './library-internals.ts'

/**
 * Enough for user name, key, client id and a last will; an unauthenticated client cannot make the program buffer more.
 */
export const mostBytesBeforeConnect = 4 * 1024
const mostBytes = ingestLimits.messageBytes + 64 * 1024

/**
 * Closes the connection for a packet above the limit and calls `onTooLarge`, since the parser would buffer a packet of any
 * announced size. Before the first packet the limit for unauthenticated clients applies.
 */
export function limitPackets(client: Client, onTooLarge: () => void): void {
  const parser = internalsOf(client)._parser
  let most = mostBytesBeforeConnect
  parser.once('packet', () => {
    most = mostBytes
  })
  // Registered after the library's own listener, so that everything parseable has been parsed by now.
  client.conn.on('readable', () => {
    if (parser._list.length <= most) return
    client.conn.destroy()
    onTooLarge()
  })
}
