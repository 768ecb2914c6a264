import { ingestLimits } from '@eot/contract/ingest'
import type { Client } from 'aedes'

/** User name, key, client id and a last will fit; a stranger cannot make the program gather more. */
export const mostBytesBeforeConnect = 4 * 1024
const mostBytes = ingestLimits.messageBytes + 64 * 1024

/** What the library does not offer of its parser. */
interface Parser {
  _list: { length: number }
  once(event: 'packet', listener: () => void): void
}

/**
 * The parser would gather a packet of any announced size. Beyond the limit the connection ends instead, and
 * `onTooLarge` is told; before the first packet the limit is that of strangers.
 */
export function limitPackets(client: Client, onTooLarge: () => void): void {
  const parser: Parser = Reflect.get(client, '_parser')
  let most = mostBytesBeforeConnect
  parser.once('packet', () => {
    most = mostBytes
  })
  // Added after the library's own listener, so that what it could parse is parsed by now.
  client.conn.on('readable', () => {
    if (parser._list.length <= most) return
    client.conn.destroy()
    onTooLarge()
  })
}
