import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Database } from '../database.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { createPool } from '../platform/db/pool.ts'
import { queryBuilder } from '../platform/db/query-builder.ts'
import { keepFingerprint } from '../platform/db/secret-key.queries.ts'
import type { Log } from '../platform/log.ts'
import { createPasswordHashing, type PasswordHashing } from '../platform/password-hashing.ts'
import { fingerprintOf, getSecretKey, secretKeyPath } from '../platform/secret-key.ts'
import { StartRefused } from '../platform/start-refused.ts'
import type { Stops } from '../platform/stops.ts'
import type { TlsFiles } from '../platform/tls-files.ts'
import { refuseDataDir } from '../platform/unusable-directory.ts'
import type { Config } from './config.ts'
import { openDatabase } from './open-database.ts'
import { openTls } from './open-tls.ts'

/** The resources shared by all parts of the program. */
export interface Foundation {
  config: Config
  log: Log
  clock: Clock
  secretKey: Buffer
  passwords: PasswordHashing
  /** The certificate of the servers; undefined if none of them uses TLS. */
  tls: TlsFiles | undefined
  databaseUrl: string
  /** Pool for API requests, and for looking up devices that connect or have changed. */
  pool: pg.Pool
  /** Query builder on `pool`. */
  db: Kysely<Database>
  /** A single connection for writing device data, so that writes and requests do not wait for each other's connections. */
  writerPool: pg.Pool
}

const interactiveConnections = 10
const writeTimeoutMs = 30_000

export async function layFoundation(config: Config, log: Log, stops: Stops): Promise<Foundation> {
  const { secretKey, databaseUrl, stop } = await openStores(config, log)
  stops.add(stop)
  const pool = createPool(config.databasePoolerUrl ?? databaseUrl, {
    max: interactiveConnections,
    log,
    isPooler: config.databasePoolerUrl !== undefined,
  })
  const writerPool = createPool(databaseUrl, { max: 1, log, statementTimeoutMs: writeTimeoutMs })
  stops.add(
    () => pool.end(),
    () => writerPool.end(),
  )
  if (config.databasePoolerUrl) await refuseOtherDatabase(pool, writerPool)
  await refuseOtherKey(pool, secretKey, config)
  const db = queryBuilder<Database>(pool)
  const passwords = await createPasswordHashing()
  const tls = await openTls({ config, log }, stops)
  return { config, log, clock: systemClock, secretKey, passwords, tls, databaseUrl, pool, db, writerPool }
}

async function openStores(config: Config, log: Log) {
  try {
    const secretKey = await getSecretKey(config.secretKey, config.dataDir)
    const { url: databaseUrl, stop } = await openDatabase(config, log)
    return { secretKey, databaseUrl, stop }
  } catch (error) {
    throw refuseDataDir(error, config.dataDir)
  }
}

/** Refuses a pooler in front of another database, or whose sessions have no statement timeout. */
async function refuseOtherDatabase(pool: pg.Pool, direct: pg.Pool): Promise<void> {
  const read = async (of: pg.Pool) => {
    const { rows } = await of.query<{ place: string; timeouts: string[] }>(
      `select pg_postmaster_start_time() || ' ' || current_database() as place,
         array[current_setting('statement_timeout'), current_setting('lock_timeout'),
           current_setting('idle_in_transaction_session_timeout')] as timeouts`,
    )
    return rows[0]
  }
  const [pooled, own] = await Promise.all([read(pool), read(direct)])
  if (pooled?.place !== own?.place)
    throw new StartRefused('DATABASE_POOLER_URL leads to another database than DATABASE_URL')
  if (pooled?.timeouts.includes('0'))
    throw new StartRefused(
      'sessions of DATABASE_POOLER_URL have no statement_timeout, lock_timeout or idle_in_transaction_session_timeout; set them in its connect_query, see "A connection pooler" in docs/operations.md',
    )
}

/**
 * Refuses to start with another key, since second factors, waiting emails and secrets of webhooks would be unreadable and all
 * sessions would end.
 */
async function refuseOtherKey(pool: pg.Pool, secretKey: Buffer, config: Config): Promise<void> {
  const fingerprint = fingerprintOf(secretKey)
  if ((await keepFingerprint(pool, fingerprint)).equals(fingerprint)) return
  const place = config.secretKey ? 'SECRET_KEY' : secretKeyPath(config.dataDir)
  throw new StartRefused(
    `the key in ${place} is not the one that this database's secrets are sealed with; restore it from a backup, or see "Replacing the secret key" in docs/operations.md`,
  )
}
