import { createHmac } from 'node:crypto'

/** How long the loser of two parallel refreshes is still given what the winner got. */
const graceMs = 10_000

/**
 * The refresh token that follows in a session. It is computed, not drawn, so that a second refresh
 * with the same token is given the same successor though only hashes are stored.
 */
export function successorOf(key: Buffer, sessionId: string, generation: number): string {
  return createHmac('sha256', key).update(`${sessionId} ${generation}`).digest('base64url')
}

/** Whether a token that was exchanged at `usedAt` may be answered once more; later it must have been stolen. */
export function isWithinGrace(usedAt: Date, now: Date): boolean {
  return now.getTime() - usedAt.getTime() <= graceMs
}
