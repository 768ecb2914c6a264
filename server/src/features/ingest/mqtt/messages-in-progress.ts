import type { Client } from 'aedes'
import { internalsOf } from './library-internals.ts'

const puback = 0x40
const identifierBytes = 2
const pubackBytes = 2 + identifierBytes
/** From so many messages on, the connection is not read. Before, the library can answer the pings of a device that waits. */
const most = 20
/** Added to the library's count so that it does not read on. It counts down whenever bytes arrive, at most once for each. */
const hold = 1_000_000

/**
 * The messages of a connection that are not yet stored. Those stored together are acknowledged by one write, in the order in which
 * they were stored.
 */
export class MessagesInProgress {
  readonly #client: Client
  #count = 0
  #stored = 0
  #unacknowledged: number[] = []
  #isHeld = false
  #isDraining = false

  constructor(client: Client) {
    this.#client = client
  }

  /** Whether reading from the connection is paused. */
  get isHeld(): boolean {
    return this.#isHeld
  }

  add(): void {
    this.#count += 1
    this.#holdOrRelease()
  }

  /** Call when a message is stored. `messageId`: its packet identifier if it is to be acknowledged here. */
  store(messageId: number | undefined): void {
    if (messageId !== undefined) this.#unacknowledged.push(messageId)
    this.#stored += 1
    if (this.#stored === 1) process.nextTick(() => this.#acknowledge())
  }

  #acknowledge(): void {
    const packets = encodePubacks(this.#unacknowledged)
    this.#count -= this.#stored
    this.#stored = 0
    this.#unacknowledged = []
    const { closed, conn } = this.#client
    if (closed) return
    if (packets.length > 0) conn.write(packets)
    if (conn.writableNeedDrain && !this.#isDraining) this.#drain()
    // A device is not to blame for pings that we do not read.
    internalsOf(this.#client)._keepaliveTimer?.refresh()
    this.#holdOrRelease()
  }

  /** Reads no more from a device that does not receive its acknowledgments. The library ends the connection after a minute. */
  #drain(): void {
    this.#isDraining = true
    internalsOf(this.#client).waitForDrain((error) => {
      if (error) return
      this.#isDraining = false
      this.#holdOrRelease()
    })
  }

  #holdOrRelease(): void {
    const isHeld = this.#isDraining || this.#count >= most
    if (isHeld === this.#isHeld) return
    this.#isHeld = isHeld
    const client = internalsOf(this.#client)
    if (isHeld) client._parsingBatch += hold
    else {
      client._parsingBatch -= hold - 1 // the next line subtracts one
      client._nextBatch()
    }
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
