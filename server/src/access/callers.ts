import type { Clock } from '../platform/clock.ts'
import type { AccessTokens } from './access-token.ts'
import type { Caller } from './caller.ts'
import type { HeldSession, SessionQueries } from './sessions.queries.ts'

/** How long a session read from the database is cached. Limits the damage if the notification of its end is lost. */
const cacheMs = 900
const entriesKept = 10_000

export interface Callers {
  /** Returns the holder of this access token; null if it is invalid, expired or revoked. */
  authenticate(token: string): Promise<Caller | null>
  /** Like `authenticate`, with the expiry of the token: for connections, which outlive a request. */
  admit(token: string): Promise<Admission | null>
  /** Returns those whose token has not expired and whose session is still valid. Reads the database, not the cache. */
  stillValid<Held extends HeldToken>(held: readonly Held[]): Promise<Set<Held>>
  /** Call after the commit that ended a session. */
  invalidateSession(sessionId: string): void
  /** Call after a commit that changed a user or their permissions. */
  invalidateUser(userId: string): void
  /** Call when another process may have ended a session or changed a user. */
  invalidateAll(): void
}

export interface Admission {
  caller: Caller
  expiresAt: Date
}

export interface HeldToken extends HeldSession {
  expiresAt: Date
}

interface Entry {
  userId: string
  askedAtMs: number
  caller: Promise<Caller | undefined>
}

interface Parts {
  tokens: AccessTokens
  queries: SessionQueries
  clock: Clock
}

export function createCallers({ tokens, queries, clock }: Parts): Callers {
  const entries = new Map<string, Entry>()

  function ask(userId: string, sessionId: string): Promise<Caller | undefined> {
    const now = clock()
    const known = entries.get(sessionId)
    if (known && Math.abs(now.getTime() - known.askedAtMs) < cacheMs) return known.caller
    const entry = { userId, askedAtMs: now.getTime(), caller: queries.findCaller(sessionId, now) }
    entries.delete(sessionId)
    entries.set(sessionId, entry)
    dropOldest(entries)
    // A failed query must not stay in the cache.
    entry.caller.catch(() => entries.get(sessionId) === entry && entries.delete(sessionId))
    return entry.caller
  }

  async function admit(token: string): Promise<Admission | null> {
    const claims = await tokens.verify(token)
    if (!claims) return null
    const caller = await ask(claims.userId, claims.sessionId)
    if (!caller || caller.userId !== claims.userId) return null
    return caller.sessionVersion === claims.sessionVersion ? { caller, expiresAt: claims.expiresAt } : null
  }

  return {
    admit,

    authenticate: async (token) => (await admit(token))?.caller ?? null,

    async stillValid(held) {
      const now = clock()
      const current = held.filter(({ expiresAt }) => expiresAt > now)
      const ids = [...new Set(current.map(({ sessionId }) => sessionId))]
      const valid = ids.length === 0 ? [] : await queries.listValid(ids, now)
      const versions = new Map(valid.map((session) => [session.sessionId, session.sessionVersion]))
      return new Set(current.filter((one) => versions.get(one.sessionId) === one.sessionVersion))
    },

    invalidateSession: (sessionId) => void entries.delete(sessionId),

    invalidateAll: () => entries.clear(),

    invalidateUser(userId) {
      for (const [sessionId, entry] of entries) if (entry.userId === userId) entries.delete(sessionId)
    },
  }
}

/** Entries are in the order in which they were queried. */
function dropOldest(entries: Map<string, Entry>): void {
  const oldest = entries.keys().next()
  if (entries.size > entriesKept && !oldest.done) entries.delete(oldest.value)
}
