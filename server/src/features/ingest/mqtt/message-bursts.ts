import type { Client } from 'aedes'
import { internalsOf, type Parser } from './library-internals.ts'

/** A message at QoS 0 or 1 on the same topic as the one before. */
export interface FollowingMessage {
  payload: Buffer
  /** Its packet identifier; undefined at QoS 0. */
  messageId: number | undefined
}

interface Follower {
  /** Returns the topic of the last message as it was sent; undefined if the library has to parse what follows. */
  topic(): Buffer | undefined
  take(message: FollowingMessage): void
}

const packetType = 0xf0
const publish = 0x30
const retained = 0x01
const qos1 = 0x02
const qos2 = 0x04
const more = 0x80
const mostLengthBytes = 4

/**
 * Parses messages that arrive right behind another one of their topic, which takes the library several times as long. The library
 * parses the first packet of what has arrived at once, and everything that is not such a message.
 */
export function readBursts(client: Client, follower: Follower): void {
  const parser = internalsOf(client)._parser
  const parse = parser.parse.bind(parser)
  parser.parse = (bytes) => {
    const first = endOfFirst(parser, bytes)
    if (first >= bytes.length) return parse(bytes)
    parse(bytes.subarray(0, first))
    const topic = follower.topic()
    const end = topic ? takeFollowing(bytes, first, topic, follower) : first
    return end < bytes.length ? parse(bytes.subarray(end)) : parser._list.length
  }
}

/** Returns where the first packet ends, which may have begun in earlier bytes; infinity if that is unknown. */
function endOfFirst({ packet, _list }: Parser, bytes: Buffer): number {
  if (packet.cmd === null) return endOfPacket(bytes, 0)
  return packet.length < 0 ? Number.POSITIVE_INFINITY : packet.length - _list.length
}

/** Takes messages as long as possible. Returns where the last one ends. */
function takeFollowing(bytes: Buffer, start: number, topic: Buffer, follower: Follower): number {
  let at = start
  for (;;) {
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
    follower.take({ payload: bytes.subarray(payloadStart, end), messageId })
    at = end
  }
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
