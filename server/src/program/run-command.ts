import { join } from 'node:path'
import type pg from 'pg'
import { refuseDatabase } from '../platform/db/database-refusal.ts'
import { findRunningPostgres, passwordFile, startEmbeddedPostgres } from '../platform/db/embedded-postgres.ts'
import { createPool } from '../platform/db/pool.ts'
import { createLog, type Log } from '../platform/log.ts'
import { StartRefused } from '../platform/start-refused.ts'
import { createStops, type Stops } from '../platform/stops.ts'
import { type Config, parseConfig } from './config.ts'
import { openDatabase } from './open-database.ts'

interface Opened {
  config: Config
  /** One connection. */
  pool: pg.Pool
  url: string
}

interface Opening {
  /** Leaves the schema as it is, instead of migrating it to that of this program. */
  asIs?: boolean
  /** Refuses to work on the embedded database while the program is running. */
  alone?: boolean
}

/** A command's statement may scan a whole table. */
const statementTimeoutMs = 600_000

/**
 * Runs an operator's command on the configured database, even while the program is running, except with
 * `alone`. `work` returns the exit code.
 */
export async function runCommand(
  work: (opened: Opened) => Promise<number>,
  opening: Opening = {},
): Promise<void> {
  const log = createLog('warn')
  const stops = createStops(log)
  try {
    const config = parseConfig(process.env)
    const url = await openUrl(config, opening, log, stops)
    const pool = createPool(url, { max: 1, log, statementTimeoutMs })
    stops.add(() => pool.end())
    process.exitCode = await work({ config, pool, url }).catch((error: unknown) => {
      throw refuseDatabase(error, {
        passwordFile: config.databaseUrl ? undefined : join(config.dataDir, passwordFile),
      })
    })
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error
    console.error(error.message)
    process.exitCode = 1
  } finally {
    await stops.run()
  }
}

async function openUrl(config: Config, { asIs, alone }: Opening, log: Log, stops: Stops): Promise<string> {
  const running = config.databaseUrl || alone ? undefined : await findRunningPostgres(config.dataDir)
  if (running !== undefined) return running
  if (asIs && config.databaseUrl) return config.databaseUrl
  const { url, stop } = asIs
    ? await startEmbeddedPostgres({ dataDir: config.dataDir, log })
    : await openDatabase(config, log)
  stops.add(stop)
  return url
}
