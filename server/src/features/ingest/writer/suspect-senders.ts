import type { Input } from './input.ts'

/** How long a sender is written apart from the others after the last of its inputs that the database refused. */
const suspectMs = 60_000

interface Suspect {
  until: number
  /** What came since, not tried yet. */
  fresh: Input[]
  /** Parts of what was tried and refused, in the order in which they came. */
  parts: Input[][]
}

/** A device, or all strangers that came the same way. */
export function senderOf(input: Input): string {
  return input.device ? `${input.device.no}` : input.kind === 'refused' ? input.channel : ''
}

/** Inputs by their sender, each sender's in the order in which they came. */
export function bySender(batch: readonly Input[]): Map<string, Input[]> {
  return Map.groupBy(batch, senderOf)
}

/**
 * Senders of whose inputs the database refused some. They are written apart, a part at a time and in turns, so that
 * finding the bad ones among them costs the other senders one transaction between two of theirs, and no more.
 */
export class SuspectSenders {
  readonly #senders = new Map<string, Suspect>()
  readonly #now: () => number
  #count = 0

  constructor(now: () => number) {
    this.#now = now
  }

  /** Inputs that wait here. */
  get count(): number {
    return this.#count
  }

  /** Takes what a suspect sent; false: its sender is none. */
  take(input: Input): boolean {
    if (this.#senders.size === 0) return false
    const key = senderOf(input)
    const suspect = this.#senders.get(key)
    if (!suspect) return false
    if (isIdle(suspect) && this.#now() >= suspect.until) {
      this.#senders.delete(key)
      return false
    }
    suspect.fresh.push(input)
    this.#count += 1
    return true
  }

  /**
   * Suspects the sender of an input; `parts` of what it sent are tried again before all else of it. Answers whether it
   * was no suspect before.
   */
  add(input: Input, parts: readonly Input[][]): boolean {
    const key = senderOf(input)
    const known = this.#senders.get(key)
    const suspect = known ?? { until: 0, fresh: [], parts: [] }
    suspect.until = this.#now() + suspectMs
    suspect.parts.unshift(...parts)
    this.#senders.set(key, suspect)
    for (const part of parts) this.#count += part.length
    return known === undefined
  }

  /** What is to be tried next: a part of the sender whose turn it is. */
  next(): Input[] | undefined {
    for (const [key, suspect] of this.#senders) {
      const part = suspect.parts.shift() ?? suspect.fresh.splice(0)
      if (part.length === 0) {
        // Forgotten here too, so that a sender that never comes again is not remembered for good.
        if (this.#now() >= suspect.until) this.#senders.delete(key)
        continue
      }
      this.#senders.delete(key)
      this.#senders.set(key, suspect)
      this.#count -= part.length
      return part
    }
    return undefined
  }

  /** Everything that waits. */
  empty(): Input[] {
    const all = [...this.#senders.values()].flatMap(({ parts, fresh }) => [...parts.flat(), ...fresh])
    for (const suspect of this.#senders.values()) Object.assign(suspect, { parts: [], fresh: [] })
    this.#count = 0
    return all
  }
}

const isIdle = ({ parts, fresh }: Suspect) => parts.length === 0 && fresh.length === 0
