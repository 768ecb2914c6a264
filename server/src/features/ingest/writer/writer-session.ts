import type pg from 'pg'
import { executeOn } from '../../../platform/db/execute.queries.ts'
import { mayOmitSingleMinutes, prepareSession } from '../../readings/index.ts'

const askEveryMs = 10_000

export type WriterSession = ReturnType<typeof createWriterSession>

/**
 * The single connection that writes device data. Opened on demand, and reopened after it is lost. Calls `onAnswer` whenever the
 * database has answered a statement.
 */
export function createWriterSession(pool: pg.Pool, onAnswer: () => void) {
  let client: pg.PoolClient | null = null
  let omitsSingleMinutes = false
  let askedAt = Number.NEGATIVE_INFINITY

  /** Asks until no process of the previous release runs any more. From then on, none can start. */
  async function askOthers(connected: pg.PoolClient): Promise<void> {
    if (omitsSingleMinutes || performance.now() - askedAt < askEveryMs) return
    askedAt = performance.now()
    omitsSingleMinutes = await mayOmitSingleMinutes(executeOn(connected))
  }

  function drop(broken: pg.PoolClient): void {
    if (client !== broken) return
    client = null
    broken.release(true)
  }

  return {
    async connect(): Promise<pg.PoolClient> {
      if (client) {
        await askOthers(client)
        return client
      }
      const fresh = await pool.connect()
      fresh.on('error', () => drop(fresh))
      fresh.on('drain', onAnswer)
      try {
        await prepareSession(fresh)
        await askOthers(fresh)
      } catch (error) {
        fresh.release(true) // otherwise the pool would keep returning this broken one
        throw error
      }
      client = fresh
      return fresh
    },

    /** Whether minutes with a single reading are left out. */
    omitsSingleMinutes: () => omitsSingleMinutes,

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
