import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Config } from './config.ts'
import type { Database } from './database.ts'
import { openDatabase } from './open-database.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import { createPool } from './platform/db/pool.ts'
import { queryBuilder } from './platform/db/query-builder.ts'
import type { Log } from './platform/log.ts'
import { createPasswordHashing, type PasswordHashing } from './platform/password-hashing.ts'
import { getSecretKey } from './platform/secret-key.ts'
import type { Stops } from './platform/stops.ts'

/** What every part of the program stands on. */
export interface Foundation {
  config: Config
  log: Log
  clock: Clock
  secretKey: Buffer
  passwords: PasswordHashing
  databaseUrl: string
  /** For what people ask. */
  pool: pg.Pool
  /** On the same pool. */
  db: Kysely<Database>
  /** For the one session that writes what devices report, so that neither waits for the other. */
  writerPool: pg.Pool
}

const interactiveConnections = 10
const writeTimeoutMs = 30_000

export async function layFoundation(config: Config, log: Log, stops: Stops): Promise<Foundation> {
  const secretKey = await getSecretKey(config.secretKey, config.dataDir)
  const { url: databaseUrl, stop } = await openDatabase(config, log)
  stops.add(stop)
  const pool = createPool(databaseUrl, { max: interactiveConnections, log })
  const writerPool = createPool(databaseUrl, { max: 1, log, statementTimeoutMs: writeTimeoutMs })
  stops.add(
    () => pool.end(),
    () => writerPool.end(),
  )
  const db = queryBuilder<Database>(pool)
  const passwords = await createPasswordHashing()
  return { config, log, clock: systemClock, secretKey, passwords, databaseUrl, pool, db, writerPool }
}
