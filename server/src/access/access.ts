import type { Kysely } from 'kysely'
import type { Database } from '../database.ts'
import type { Clock } from '../platform/clock.ts'
import { type AccessTokens, createAccessTokens } from './access-token.ts'
import { type Callers, createCallers } from './callers.ts'
import { createRefusals, type NoteRefusal } from './refusals.ts'
import { findSitePath } from './scope.queries.ts'
import { createScopeOf, type ScopeOf } from './scope.ts'
import { sessionQueries } from './sessions.queries.ts'

/** Authentication and site scopes. Create one per process, since it caches callers. */
export interface Access {
  tokens: AccessTokens
  callers: Callers
  scopeOf: ScopeOf
  noteRefusal: NoteRefusal
}

interface Parts {
  db: Kysely<Database>
  secretKey: Buffer
  clock: Clock
}

export function createAccess({ db, secretKey, clock }: Parts): Access {
  const tokens = createAccessTokens(secretKey, clock)
  return {
    tokens,
    callers: createCallers({ tokens, queries: sessionQueries(db), clock }),
    scopeOf: createScopeOf(findSitePath(db)),
    noteRefusal: createRefusals({ db, clock }),
  }
}
