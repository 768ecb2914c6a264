import type { Client } from 'aedes'
import { internalsOf, type Parser } from './library-internals.ts'

/** Takes messages on one topic. */
interface Follower {
  /** The topic as it was sent. */
  topic: Buffer
  /** `messageId`: the packet identifier; undefined at QoS 0. */
  take(payload: Buffer, messageId: number | undefined): void
}

/** How packets of a connection are received. */
interface Reader {
  /** Returns what takes further messages on the topic of the last one; undefined if there is none. */
  following(): Follower | undefined
  /** Whether the connection is about to be closed. Further packets are then ignored. */
  isEnded(): boolean
}

const packetType = 0xf0
const connect = 0x10
const publish = 0x30
const retained = 0x01
const qos1 = 0x02
const qos2 = 0x04
const more = 0x80
const mostLengthBytes = 4
/** The limit for packets other than messages that arrive together. A device has no reason to send more than a few. */
const mostOthers = 1000
/**
 * The limit for the length of such a packet. The library takes seconds to read one with thousands of topics, if it arrives in
 * thousands of parts.
 */
const mostOtherBytes = 4096

/**
 * Parses messages at QoS 0 and 1 without the library, several times as fast, if they arrive right behind a message on the same topic.
 * The library parses the first packet of each chunk, and all other packets, one at a time, so that it can end the connection
 * before the next one.
 */
export function readBursts(client: Client, { following, isEnded }: Reader): void {
  const parser = internalsOf(client)._parser
  const parse = parser.parse.bind(parser)
  const isOver = () => client.closed || client.conn.destroyed || isEnded()
  parser.parse = (bytes) => {
    let others = 0
    for (let start = 0, end = endOfNext(parser, bytes, 0); !isOver(); end = endOfNext(parser, bytes, start)) {
      if (parser.packet.cmd === null && isOther(bytes, start)) others += 1
      if (others > mostOthers || isTooLong(parser, bytes, start, end)) {
        client.conn.destroy()
        break
      }
      parse(bytes.subarray(start, Math.min(end, bytes.length)))
      if (end >= bytes.length || isOver()) break
      const follower = parser.packet.cmd === null ? following() : undefined
      start = follower ? takeFollowing(bytes, end, follower, client) : end
      if (start >= bytes.length) break
    }
    return parser._list.length
  }
}

/**
 * Returns where the next packet ends, which may have begun in earlier bytes. Of one whose length is not known yet, the library gets a
 * byte at a time.
 */
function endOfNext({ packet, _list }: Parser, bytes: Buffer, start: number): number {
  if (packet.cmd === null) return endOfPacket(bytes, start)
  return start + (packet.length < 0 ? 1 : packet.length - _list.length)
}

const isOther = (bytes: Buffer, start: number) => ((bytes[start] ?? 0) & packetType) !== publish

/** Returns whether a packet other than a message, or than CONNECT, which has its own limit, is too long. */
function isTooLong({ packet }: Parser, bytes: Buffer, start: number, end: number): boolean {
  if (packet.cmd !== null)
    return packet.cmd !== 'publish' && packet.cmd !== 'connect' && packet.length > mostOtherBytes
  const type = (bytes[start] ?? 0) & packetType
  return (
    type !== publish && type !== connect && end < Number.POSITIVE_INFINITY && end - start > mostOtherBytes
  )
}

/** Takes messages as long as possible. Returns where the last one ends. */
function takeFollowing(bytes: Buffer, start: number, { topic, take }: Follower, client: Client): number {
  let at = start
  while (!client.closed) {
    const flags = bytes[at] ?? 0
    if ((flags & packetType) !== publish || flags & (retained | qos2)) return at
    const end = endOfPacket(bytes, at)
    if (end > bytes.length) return at
    const topicStart = bodyOf(bytes, at) + 2
    const topicEnd = topicStart + topic.length
    const payloadStart = flags & qos1 ? topicEnd + 2 : topicEnd
    if (payloadStart > end || bytes.readUInt16BE(topicStart - 2) !== topic.length) return at
    if (topic.compare(bytes, topicStart, topicEnd) !== 0) return at
    const messageId = flags & qos1 ? bytes.readUInt16BE(topicEnd) : undefined
    if (messageId === 0) return at // invalid
    take(bytes.subarray(payloadStart, end), messageId)
    at = end
  }
  return at
}

/** Returns where the packet that starts here ends; infinity if its length has not arrived or is invalid. */
function endOfPacket(bytes: Buffer, start: number): number {
  const body = bodyOf(bytes, start)
  if (body > bytes.length) return Number.POSITIVE_INFINITY
  let length = 0
  for (let at = body - 1; at > start; at -= 1) length = length * more + ((bytes[at] as number) % more) // before the body
  return body + length
}

/** Returns where the length of a packet ends: after up to four bytes, of which all but the last have their highest bit set. */
function bodyOf(bytes: Buffer, start: number): number {
  for (let at = start + 1; at <= start + mostLengthBytes; at += 1)
    if ((bytes[at] ?? more) < more) return at + 1
  return Number.POSITIVE_INFINITY
}
