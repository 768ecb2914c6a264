import type { Selectable } from 'kysely'
import type { Instant } from '../../platform/db/column-types.ts'

interface PushBrowserTable {
  id: string
  user_id: string
  session_id: string | null
  endpoint: string
  public_key: string
  auth_secret: string
  user_agent: string
  created_at: Instant
  seen_at: Instant
  /** For the release before, which reads it instead of `push_outcome`. */
  message_id: string | null
  accepted_at: Instant | null
}

export type PushBrowserRow = Selectable<PushBrowserTable>

interface PushOutcomeTable {
  message_id: string
  browser_id: string
  refusal: string | null
}

export interface PushTables {
  push_browser: PushBrowserTable
  push_outcome: PushOutcomeTable
}
