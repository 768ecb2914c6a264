import type { Client } from 'aedes'

/** Parts of the library's clients that have no public API. Its version is pinned. */
interface Internals {
  _parser: Parser
  /** The number of packets in progress. The library reads more from the connection when there are none. */
  _parsingBatch: number
  /** Call when one of them is finished. */
  _nextBatch(): void
  /** null without a keepalive. */
  _keepaliveTimer: NodeJS.Timeout | null
  /** Calls back when what was written has been sent; with an error if the client receives nothing for a minute. */
  waitForDrain(callback: (error?: Error | null) => void): void
}

export interface Parser {
  parse(bytes: Buffer): number
  once(event: 'packet', listener: () => void): void
  /** The packet that has not arrived completely. Its command is null until its first byte arrives, its length -1 until it is known. */
  packet: { cmd: string | null; length: number }
  /** What has arrived of its body, or, until its length is known, of its length. */
  _list: { length: number }
}

export const internalsOf = (client: Client) => client as unknown as Internals
