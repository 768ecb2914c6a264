/** Time between two messages to a person on a channel. */
export const gapMs = 60_000
/** At most this many messages are sent to a person on a channel within any period of `periodMs`. */
export const mostInPeriod = 3
export const periodMs = 10 * 60_000

/**
 * Returns when the next message to a person on a channel may be sent, in epoch ms: at once after a quiet time, otherwise later,
 * so that further events are in the same message.
 *
 * @param readyAt when the first notice is ready
 * @param earlier when earlier messages were sent, oldest first; only the last `mostInPeriod` matter
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

/** Returns the times that matter for later messages, after one more was sent. */
export const rememberMessage = (earlier: readonly Date[], at: Date): Date[] =>
  [...earlier, at].slice(-mostInPeriod)
