/** A message of a room, with its sequence number. */
export interface Numbered {
  Seq: number
}

interface Options<M extends Numbered> {
  /** Identifies what a message is about. An older message about the same subject must not undo a newer one. */
  subjectOf: (message: M) => string
  apply: (message: M, late: boolean) => void
}

/** How many numbers and subjects are remembered. A reconnect replays at most a thousand. */
const remembered = 4000

/**
 * Merges messages from the socket with those from the catch-up request. Each number is applied once, and socket
 * messages wait until the catch-up is complete.
 */
export function makeSeqMerge<M extends Numbered>({ subjectOf, apply }: Options<M>) {
  const applied = new Set<number>()
  const newest = new Map<string, number>()
  let last: number | undefined
  /** The last catch-up failed, so the next one must start at the same number, whatever arrives until then. */
  let isBehind = false
  let held: M[] | undefined

  function accept(message: M) {
    if (applied.has(message.Seq)) return
    applied.add(message.Seq)
    forgetOldest(applied)
    const subject = subjectOf(message)
    const late = (newest.get(subject) ?? -1) > message.Seq
    if (!late) {
      newest.delete(subject)
      newest.set(subject, message.Seq)
      forgetOldest(newest)
    }
    if (!isBehind) last = Math.max(last ?? 0, message.Seq)
    apply(message, late)
  }

  return {
    /** The number after which the next catch-up starts. undefined: none yet. */
    last: () => last,
    receive(message: M) {
      if (held) held.push(message)
      else accept(message)
    },
    /** Makes messages wait for the catch-up. */
    hold() {
      held ??= []
    },
    /** Completes the catch-up. `seq` is the sequence number at the time of the request. */
    release(seq: number, missed: M[] = []) {
      const waiting = held ?? []
      held = undefined
      isBehind = false
      for (const message of [...missed, ...waiting].sort((a, b) => a.Seq - b.Seq)) accept(message)
      last = Math.max(last ?? 0, seq)
    },
    /** The catch-up failed: applies the messages that waited. The next catch-up starts at the same number. */
    releaseUnmerged() {
      const waiting = held ?? []
      held = undefined
      isBehind = true
      for (const message of waiting) accept(message)
    },
    /** For another site, which has its own numbers. */
    reset() {
      applied.clear()
      newest.clear()
      last = undefined
      isBehind = false
      held = undefined
    },
  }
}

function forgetOldest(memory: Set<number> | Map<string, number>) {
  if (memory.size <= remembered) return
  const [oldest] = memory.keys()
  if (oldest !== undefined) memory.delete(oldest as never) // both types delete by key
}
