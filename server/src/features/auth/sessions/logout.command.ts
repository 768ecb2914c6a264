import type { Kysely } from 'kysely'
import { insertAuditEntry } from '../../../access/audit.queries.ts'
import type { Callers } from '../../../access/callers.ts'
import type { Database } from '../../../database.ts'
import type { Clock } from '../../../platform/clock.ts'
import { hashSecretToken } from '../../../platform/secret-token.ts'
import { sessionWrites } from './session-writes.queries.ts'

interface Parts {
  db: Kysely<Database>
  callers: Callers
  clock: Clock
}

export type Logout = (refreshToken: string, accessToken: string | undefined) => Promise<void>

/** Ends the sessions of the given tokens. An expired or unknown token is not an error, since it is unusable anyway. */
export function createLogout({ db, callers, clock }: Parts): Logout {
  return async (refreshToken, accessToken) => {
    const known = await sessionWrites(db).findRefreshToken(hashSecretToken(refreshToken))
    const caller = accessToken === undefined ? null : await callers.authenticate(accessToken)
    const sessionIds = new Set([known?.sessionId, caller?.sessionId].filter((id) => id !== undefined))
    for (const sessionId of sessionIds) {
      await db.transaction().execute(async (tx) => {
        const ended = await sessionWrites(tx).endSession(sessionId, 'logout', clock())
        if (ended)
          await insertAuditEntry(tx, {
            actorId: ended.userId,
            siteId: null,
            action: 'session.ended',
            subjectId: sessionId,
          })
      })
      callers.invalidateSession(sessionId)
    }
  }
}
