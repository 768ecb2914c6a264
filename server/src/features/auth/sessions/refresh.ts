import { createHmac } from 'node:crypto'

/** How long the slower of two parallel refreshes still gets the same successor. */
const graceMs = 10_000

/**
 * Returns the next refresh token of a session. It is computed rather than random, so that a second refresh with the same token
 * gets the same successor although only hashes are stored.
 */
export function successorOf(key: Buffer, sessionId: string, generation: number): string {
  return createHmac('sha256', key).update(`${sessionId} ${generation}`).digest('base64url')
}

/** Returns whether a token exchanged at `usedAt` may be exchanged again; a later reuse means it was stolen. */
export function isWithinGrace(usedAt: Date, now: Date): boolean {
  return now.getTime() - usedAt.getTime() <= graceMs
}
