import type { Input } from './input.ts'

/** How long a sender is written separately after the database last rejected one of its inputs. */
const suspectMs = 60_000

interface Suspect {
  until: number
  /** New inputs, not yet tried. */
  fresh: Input[]
  /** Parts of inputs that were tried and rejected, in order of arrival. */
  parts: Input[][]
}

/** Identifies a sender: a device, or all unknown senders of one channel. */
export function senderOf(input: Input): string {
  return input.device ? `${input.device.no}` : input.kind === 'refused' ? input.channel : ''
}

/** Inputs grouped by sender, in order of arrival. */
export function bySender(batch: readonly Input[]): Map<string, Input[]> {
  return Map.groupBy(batch, senderOf)
}

/**
 * Senders with inputs that the database rejected. They are written separately, one part at a time and in turn, so that
 * isolating the bad inputs delays other senders by at most one transaction between two of theirs.
 */
export class SuspectSenders {
  readonly #senders = new Map<string, Suspect>()
  readonly #now: () => number
  #count = 0

  constructor(now: () => number) {
    this.#now = now
  }

  /** The number of waiting inputs. */
  get count(): number {
    return this.#count
  }

  /** Takes an input of a suspect. Returns false if its sender is not a suspect. */
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
   * Marks the sender of an input as a suspect; its `parts` are retried before its other inputs. Returns whether the
   * sender is a new suspect.
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

  /** Returns the next part to try, from the sender whose turn it is. */
  next(): Input[] | undefined {
    for (const [key, suspect] of this.#senders) {
      const part = suspect.parts.shift() ?? suspect.fresh.splice(0)
      if (part.length === 0) {
        // Removed here as well, so that a sender that never returns is not kept forever.
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

  /** Removes and returns all waiting inputs. */
  empty(): Input[] {
    const all = [...this.#senders.values()].flatMap(({ parts, fresh }) => [...parts.flat(), ...fresh])
    for (const suspect of this.#senders.values()) Object.assign(suspect, { parts: [], fresh: [] })
    this.#count = 0
    return all
  }
}

const isIdle = ({ parts, fresh }: Suspect) => parts.length === 0 && fresh.length === 0
