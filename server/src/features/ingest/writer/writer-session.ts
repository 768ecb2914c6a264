import type pg from 'pg'
import { prepareSession } from '../../readings/index.ts'

export type WriterSession = ReturnType<typeof createWriterSession>

/** The one connection that writes what devices report; made when it is needed, and anew after it was lost. */
export function createWriterSession(pool: pg.Pool) {
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
      try {
        await prepareSession(fresh)
      } catch (error) {
        fresh.release(true) // kept, it would be the only one the pool ever gives
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
        if (session) drop(session) // the connection itself is gone, and with it the transaction
      }
    },

    close(): void {
      client?.release()
      client = null
    },
  }
}
