import { randomFillSync } from 'node:crypto'

const random = Buffer.alloc(16 * 128)
let next = random.length
let lastMs = 0
let sequence = 0

/** Generates a UUIDv7 (RFC 9562): time first, then a counter, so that the ids of one process sort by creation. */
export function uuidv7(nowMs: number = Date.now()): string {
  if (next === random.length) {
    randomFillSync(random)
    next = 0
  }
  const bytes = Buffer.from(random.subarray(next, next + 16))
  next += 16
  if (nowMs > lastMs) {
    lastMs = nowMs
    // Starts in the lower half of the counter's range, to leave room for increments.
    sequence = bytes.readUInt16BE(6) & 0x7ff
  } else if (++sequence > 0xfff) {
    lastMs++
    sequence = 0
  }
  bytes.writeUIntBE(lastMs, 0, 6)
  bytes.writeUInt16BE(0x7000 | sequence, 6)
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
