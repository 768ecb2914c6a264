import type pg from 'pg'
import type { Log } from '../../platform/log.ts'
import {
  deleteOldListChanges,
  deleteQuarantineBefore,
  deleteQuarantineBeyond,
  forgetAuditEntries,
} from './logs.queries.ts'

export interface LogRetention {
  quarantineDays: number
  quarantineMb: number
  auditDays: number
}

const dayMs = 86_400_000
const megabyte = 1_000_000

/**
 * Deletes rejected messages and audit entries past their retention, the oldest rejected messages beyond the disk budget, and old
 * changes to lists of devices.
 */
export async function trimLogs(
  pool: pg.Pool,
  now: Date,
  { quarantineDays, quarantineMb, auditDays }: LogRetention,
  log: Log,
): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * dayMs)
  await deleteQuarantineBefore(pool, before(quarantineDays))
  const dropped = await deleteQuarantineBeyond(pool, quarantineMb * megabyte)
  if (dropped > 0)
    log.warn({ dropped, quarantineMb }, 'dropped the oldest rejected messages to stay within the disk budget')
  await deleteOldListChanges(pool)
  const { forgotten, position, hash } = await forgetAuditEntries(pool, before(auditDays))
  // Recorded outside the database too, so that replacing the whole audit log is detectable.
  log.info({ forgotten, end: `${position}:${hash}` }, 'trimmed the audit log')
}
