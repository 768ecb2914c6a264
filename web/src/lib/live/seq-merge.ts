/** A message as the rooms carry it, with the thing it is about. */
export interface Numbered {
  Seq: number
}

interface Options<M extends Numbered> {
  /** Same subject: an older message about it must not undo a newer one. */
  subjectOf: (message: M) => string
  apply: (message: M, late: boolean) => void
}

/** How many numbers and subjects are remembered; a reconnect replays at most a thousand. */
const remembered = 4000

/**
 * Puts what the socket sends and what the catch-up call answers into one order: each number is
 * applied once, and while a catch-up is under way nothing overtakes it.
 */
export function makeSeqMerge<M extends Numbered>({ subjectOf, apply }: Options<M>) {
  const applied = new Set<number>()
  const newest = new Map<string, number>()
  let last: number | undefined
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
    last = Math.max(last ?? 0, message.Seq)
    apply(message, late)
  }

  return {
    /** The highest number known; undefined before the first one. */
    last: () => last,
    receive(message: M) {
      if (held) held.push(message)
      else accept(message)
    },
    /** From now on messages wait for the catch-up. */
    hold() {
      held ??= []
    },
    /** The catch-up arrived: `seq` is where the sequence stood when it was made. */
    release(seq: number, missed: M[] = []) {
      const waiting = held ?? []
      held = undefined
      for (const message of [...missed, ...waiting].sort((a, b) => a.Seq - b.Seq)) accept(message)
      last = Math.max(last ?? 0, seq)
    },
    /** No catch-up came: what waited is shown, and the next one starts where this one would have. */
    releaseUnmerged() {
      const [from, waiting] = [last, held ?? []]
      held = undefined
      for (const message of waiting) accept(message)
      last = from
    },
    /** Another site: its numbers start anew. */
    reset() {
      applied.clear()
      newest.clear()
      last = undefined
      held = undefined
    },
  }
}

function forgetOldest(memory: Set<number> | Map<string, number>) {
  if (memory.size <= remembered) return
  const [oldest] = memory.keys()
  if (oldest !== undefined) memory.delete(oldest as never) // both kinds delete by their first key
}
