import type { Clock } from '../platform/clock.ts'
import type { AccessTokens } from './access-token.ts'
import type { Caller } from './caller.ts'
import type { HeldSession, SessionQueries } from './sessions.queries.ts'

/** How long what the database said of a session is believed, should its notice that one has ended be lost. */
const believedMs = 900
const entriesKept = 10_000

export interface Callers {
  /** Who holds this access token; null when it is not valid, or not any more. */
  authenticate(token: string): Promise<Caller | null>
  /** The same, with the end of the token: for connections that outlive a call. */
  admit(token: string): Promise<Admission | null>
  /** Those whose token has not expired and whose session still stands, asked of the database itself. */
  stillValid<Held extends HeldToken>(held: readonly Held[]): Promise<Set<Held>>
  /** To be called after the commit that ended a session. */
  invalidateSession(sessionId: string): void
  /** To be called after a commit that changed what a user is or may do. */
  invalidateUser(userId: string): void
  /** To be called when somebody elsewhere may have ended a session or changed a user. */
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
    if (known && Math.abs(now.getTime() - known.askedAtMs) < believedMs) return known.caller
    const entry = { userId, askedAtMs: now.getTime(), caller: queries.findCaller(sessionId, now) }
    entries.delete(sessionId)
    entries.set(sessionId, entry)
    dropOldest(entries)
    // A database that cannot be reached is no answer to remember.
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

/** Entries stand in the order they were asked in. */
function dropOldest(entries: Map<string, Entry>): void {
  const oldest = entries.keys().next()
  if (entries.size > entriesKept && !oldest.done) entries.delete(oldest.value)
}
