import pg from 'pg'

/** The connection to the database could not be made, or was lost on the way. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}

const lostConnections = new WeakSet<Error>()

/** Remembers an error that ended a connection: the statements on it fail with the very same one. */
export function markLostConnection(error: Error): void {
  lostConnections.add(error)
}

/** Classes and codes of SQLSTATE for a server that cannot serve: not connected, shutting down, out of resources. */
const unavailable = /^(08...|53...|57P0[1-5]|58030|25006)$/
/** Cancelled by the statement timeout, lock not granted in time, lost a deadlock or a serialization conflict. */
const busy = /^(57014|55P03|40P01|40001)$/

/** Whether trying again later is the answer to this failure, and why; undefined: it is none of the database's. */
export function databaseFailure(error: unknown): 'unavailable' | 'busy' | undefined {
  if (error instanceof DatabaseUnavailable) return 'unavailable'
  if (error instanceof Error && lostConnections.has(error)) return 'unavailable'
  const state = sqlState(error)
  if (state === undefined) return undefined
  return unavailable.test(state) ? 'unavailable' : busy.test(state) ? 'busy' : undefined
}

/** The SQLSTATE of an error the database reported. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}

/** Whether the data itself is at fault, so that trying again never helps: class 22, and a check or a null of class 23. */
export function isBadData(error: unknown): boolean {
  return /^(22...|23502|23514)$/.test(sqlState(error) ?? '')
}

/** Whether a text held what no column can: a NUL character, as it is or escaped in JSON. */
export function isUnstorableText(error: unknown): boolean {
  return /^(22021|22P05)$/.test(sqlState(error) ?? '')
}

/** Whether the error is the violation of the named unique index. */
export function violatesUnique(error: unknown, index: string): boolean {
  return error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === index
}
