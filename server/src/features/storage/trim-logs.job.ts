import type pg from 'pg'
import type { Log } from '../../platform/log.ts'
import { deleteQuarantineBefore, deleteQuarantineBeyond, forgetAuditEntries } from './logs.queries.ts'

export interface LogRetention {
  quarantineDays: number
  quarantineMb: number
  auditDays: number
}

const dayMs = 86_400_000
const megabyte = 1_000_000

/** Drops refused messages and audit rows past their time, and the oldest refused messages beyond their share of the disk. */
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
    log.warn({ dropped, quarantineMb }, 'the oldest refused messages were dropped to keep within the budget')
  const { forgotten, position, hash } = await forgetAuditEntries(pool, before(auditDays))
  // Kept outside of the database, so that a log that was replaced as a whole shows.
  log.info({ forgotten, end: `${position}:${hash}` }, 'the audit log is kept')
}
