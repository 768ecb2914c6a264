import type pg from 'pg'
import { findRunningPostgres } from '../platform/db/embedded-postgres.ts'
import { createPool } from '../platform/db/pool.ts'
import { createLog, type Log } from '../platform/log.ts'
import { StartRefused } from '../platform/start-refused.ts'
import { createStops, type Stops } from '../platform/stops.ts'
import { type Config, parseConfig } from './config.ts'
import { openDatabase } from './open-database.ts'

interface Opened {
  config: Config
  pool: pg.Pool
}

/** A command's statement may scan a whole table. */
const statementTimeoutMs = 600_000

/**
 * Runs an operator's command on the configured database, even while the program is running. `work` returns the exit
 * code.
 */
export async function runCommand(work: (opened: Opened) => Promise<number>): Promise<void> {
  const log = createLog('warn')
  const stops = createStops(log)
  try {
    const config = parseConfig(process.env)
    const pool = createPool(await openUrl(config, log, stops), { max: 1, log, statementTimeoutMs })
    stops.add(() => pool.end())
    process.exitCode = await work({ config, pool })
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error
    console.error(error.message)
    process.exitCode = 1
  } finally {
    await stops.run()
  }
}

async function openUrl(config: Config, log: Log, stops: Stops): Promise<string> {
  const running = config.databaseUrl ? undefined : await findRunningPostgres(config.dataDir)
  if (running !== undefined) return running
  const { url, stop } = await openDatabase(config, log)
  stops.add(stop)
  return url
}
