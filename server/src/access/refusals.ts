import { errors } from '@eot/contract/errors'
import type { Kysely } from 'kysely'
import type { Database } from '../database.ts'
import type { Clock } from '../platform/clock.ts'
import type { Attempt } from '../platform/http/serve.ts'
import { insertAuditEntry } from './audit.queries.ts'
import type { Caller } from './caller.ts'

/**
 * Records a refused attempt (403 or 404) in the audit log. A missing record counts too, since a foreign one gets the same
 * response. The response is sent after the row is written.
 */
export type NoteRefusal = (caller: Caller, attempt: Attempt) => Promise<void>

const rowsAMinute = 20
const minuteMs = 60_000
const callersKept = 10_000

interface Window {
  startMs: number
  rows: number
  /** The number of attempts without their own row; the next row states it. */
  left: number
}

/** Limits each caller to `rowsAMinute` rows a minute per process, so that no one can flood the log. */
export function createRefusals({ db, clock }: { db: Kysely<Database>; clock: Clock }): NoteRefusal {
  const windows = new Map<string, Window>()

  function windowOf(userId: string): Window {
    const now = clock().getTime()
    const known = windows.get(userId)
    if (known && Math.abs(now - known.startMs) < minuteMs) return known
    const window = { startMs: now, rows: 0, left: known?.left ?? 0 }
    if (windows.size >= callersKept) windows.clear()
    windows.set(userId, window)
    return window
  }

  return async (caller, { call, code, ids }) => {
    if (errors[code].status !== 403 && errors[code].status !== 404) return
    const window = windowOf(caller.userId)
    window.rows += 1
    if (window.rows > rowsAMinute) {
      window.left += 1
      return
    }
    const { left } = window
    window.left = 0
    await insertAuditEntry(db, {
      actorId: caller.userId,
      siteId: caller.siteId,
      action: 'access.refused',
      subjectId: ids[0] ?? null,
      details: { call, code, ids, ...(left > 0 && { notListedBefore: left }) },
    })
  }
}
