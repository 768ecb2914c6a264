import type pg from 'pg'
import { createPool } from '../src/platform/db/pool.ts'
import type { Log } from '../src/platform/log.ts'

/** Creates a pool with timeouts for a machine on which other tests may use the whole processor for a while. */
export const createTestPool = (url: string, options: { max: number; log: Log }): pg.Pool =>
  createPool(url, { ...options, waitMs: 60_000, statementTimeoutMs: 60_000 })
