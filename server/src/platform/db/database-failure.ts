import pg from 'pg'

/** The connection to the database could not be opened, or was lost. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}

const lostConnections = new WeakSet<Error>()

/** Marks an error that ended a connection. Statements on that connection fail with the same error object. */
export function markLostConnection(error: Error): void {
  lostConnections.add(error)
}

/** SQLSTATE classes and codes of an unavailable server: no connection, shutdown, insufficient resources. */
const unavailable = /^(08...|53...|57P0[1-5]|58030|25006)$/
/** SQLSTATE codes for a statement timeout, a lock timeout, a deadlock or a serialization failure. */
const busy = /^(57014|55P03|40P01|40001)$/

/** Classifies a temporary database failure, after which a retry makes sense; undefined for any other error. */
export function databaseFailure(error: unknown): 'unavailable' | 'busy' | undefined {
  if (error instanceof DatabaseUnavailable) return 'unavailable'
  if (error instanceof Error && lostConnections.has(error)) return 'unavailable'
  const state = sqlState(error)
  if (state === undefined) return undefined
  if (isLostNode(error)) return 'unavailable'
  if (isRefusedCopy(error)) return 'busy'
  return unavailable.test(state) ? 'unavailable' : busy.test(state) ? 'busy' : undefined
}

/** The functions with which Citus reports that a node responded with an error, or did not respond. */
const nodeReports = ['ReportResultError', 'MarkRemoteTransactionFailed']

/**
 * Returns whether a Citus coordinator has lost its connection to another node during a statement. It reports this as an
 * internal error, like internal errors of the node itself.
 */
const isLostNode = (error: unknown) =>
  error instanceof pg.DatabaseError && error.code === 'XX000' && nodeReports.includes(error.routine ?? '')

/**
 * Returns whether a Citus node refused rows of a COPY. Its coordinator gives the reason only as text, such as that a row
 * exists, or that the disk is full. The coordinator itself reports values that cannot be stored, with their own code.
 */
export const isRefusedCopy = (error: unknown) =>
  error instanceof pg.DatabaseError && error.code === 'XX000' && error.routine === 'ReportCopyError'

/** Returns the SQLSTATE of an error reported by the database; undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}

/** Returns whether the data itself is invalid, so that a retry cannot succeed: class 22, not-null and check violations. */
export function isBadData(error: unknown): boolean {
  return /^(22...|23502|23514)$/.test(sqlState(error) ?? '')
}

/** Returns whether a text contained a character that PostgreSQL cannot store: NUL, plain or escaped in JSON. */
export function isUnstorableText(error: unknown): boolean {
  return /^(22021|22P05)$/.test(sqlState(error) ?? '')
}

/** Returns whether the error is a violation of the named unique index. */
export function violatesUnique(error: unknown, index: string): boolean {
  return error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === index
}
