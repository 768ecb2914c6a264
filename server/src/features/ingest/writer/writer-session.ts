import type pg from 'pg'
import { prepareSession } from '../../readings/index.ts'

export type WriterSession = ReturnType<typeof createWriterSession>

/**
 * The single connection that writes device data. Opened on demand, and reopened after it is lost. Calls `onAnswer` whenever the
 * database has answered a statement.
 */
export function createWriterSession(pool: pg.Pool, onAnswer: () => void) {
  let client: pg.PoolClient | null = null

  function drop(broken: pg.PoolClient): void {
    if (client !== broken) return
    client = null
    broken.release(true)
  }

  return {
    async connect(): Promise<pg.PoolClient> {
      if (client) return client
      const fresh = await pool.connect()
      fresh.on('error', () => drop(fresh))
      fresh.on('drain', onAnswer)
      try {
        await prepareSession(fresh)
      } catch (error) {
        fresh.release(true) // otherwise the pool would keep returning this broken one
        throw error
      }
      client = fresh
      return fresh
    },

    async rollBack(): Promise<void> {
      const session = client
      try {
        await session?.query('rollback')
      } catch {
        if (session) drop(session) // the connection is gone, and its transaction with it
      }
    },

    close(): void {
      client?.release()
      client = null
    },
  }
}
