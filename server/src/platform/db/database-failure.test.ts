import pg from 'pg'
import { expect, test } from 'vitest'
import { databaseFailure, isRefusedCopy } from './database-failure.ts'

const reported = (fields: Partial<pg.DatabaseError>) =>
  Object.assign(new pg.DatabaseError('SSL SYSCALL error: EOF detected', 146, 'error'), fields)

test('losing a Citus node during a statement is a temporary failure, an internal error is not', () => {
  for (const routine of ['ReportResultError', 'MarkRemoteTransactionFailed'])
    expect(databaseFailure(reported({ code: 'XX000', routine }))).toBe('unavailable')
  expect(databaseFailure(reported({ code: 'XX000', routine: 'ReportCopyError' }))).toBe('busy')
  const other = reported({ code: 'XX000', routine: 'heap_update' })
  expect(databaseFailure(other)).toBeUndefined()
  expect(isRefusedCopy(other)).toBe(false)
})
