/** Time between two messages to a person on a channel. */
export const gapMs = 60_000
/** At most this many messages are sent to a person on a channel within any period of `periodMs`. */
export const mostInPeriod = 3
export const periodMs = 10 * 60_000

/**
 * When the next message to a person on a channel may go, in epoch ms: at once after a quiet time, otherwise later, so that
 * what happens in the meantime goes in the same message.
 *
 * @param readyAt when there is something to tell
 * @param earlier when earlier messages went, oldest first; only the last `mostInPeriod` matter
 */
export function nextMessageAt(readyAt: number, earlier: readonly number[]): number {
  const last = earlier.at(-1)
  const firstOfPeriod = earlier.at(-mostInPeriod)
  return Math.max(
    readyAt,
    last === undefined ? readyAt : last + gapMs,
    firstOfPeriod === undefined ? readyAt : firstOfPeriod + periodMs,
  )
}

/** The times that matter for later messages, after one more has gone. */
export const rememberMessage = (earlier: readonly Date[], at: Date): Date[] =>
  [...earlier, at].slice(-mostInPeriod)
