import type { Client } from 'aedes'
import { internalsOf } from './library-internals.ts'

const puback = 0x40
const identifierBytes = 2
const pubackBytes = 2 + identifierBytes
/** The library counts down by one, and then reads on, not only when a packet is finished, but also whenever more has arrived. */
const many = 1_000_000

/**
 * The messages of a connection at QoS 0 or 1 that are not yet stored. While there are any, the connection is not read. Those stored
 * together are acknowledged by one write, in the order in which they were stored.
 */
export class MessagesInProgress {
  readonly #client: Client
  #count = 0
  #stored = 0
  #unacknowledged: number[] = []

  constructor(client: Client) {
    this.#client = client
  }

  get count(): number {
    return this.#count
  }

  add(): void {
    this.#count += 1
    if (this.#count === 1) internalsOf(this.#client)._parsingBatch += many
  }

  /** Call when a message is stored. `messageId`: its packet identifier; undefined at QoS 0. */
  store(messageId: number | undefined): void {
    if (messageId !== undefined) this.#unacknowledged.push(messageId)
    this.#stored += 1
    if (this.#stored === 1) process.nextTick(() => this.#acknowledge())
  }

  /** Call if a message could not be stored. Closes the connection, so that the device sends it again. */
  fail(error: Error): void {
    this.#client.emit('error', error)
  }

  #acknowledge(): void {
    const packets = encodePubacks(this.#unacknowledged)
    this.#count -= this.#stored
    this.#stored = 0
    this.#unacknowledged = []
    if (this.#client.closed) return
    const isSent = packets.length === 0 || this.#client.conn.write(packets)
    if (this.#count > 0) return
    const client = internalsOf(this.#client)
    client._parsingBatch -= many
    if (isSent) client._nextBatch()
    else client.waitForDrain((error) => error || client._nextBatch())
  }
}

function encodePubacks(messageIds: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(messageIds.length * pubackBytes)
  messageIds.forEach((id, index) => {
    const at = bytes.writeUInt16BE((puback << 8) | identifierBytes, index * pubackBytes)
    bytes.writeUInt16BE(id, at)
  })
  return bytes
}
