import { join } from 'node:path'
import { refuseDatabase } from '../platform/db/database-refusal.ts'
import { passwordFile, startEmbeddedPostgres } from '../platform/db/embedded-postgres.ts'
import type { Log } from '../platform/log.ts'
import type { Config } from './config.ts'
import { prepareDatabase } from './prepare-database.ts'

/**
 * Opens the database given by the settings, or else the embedded one, and migrates it to the newest schema. Throws
 * StartRefused.
 */
export async function openDatabase(
  config: Config,
  log: Log,
): Promise<{ url: string; stop(): Promise<void> }> {
  const embedded = config.databaseUrl ? null : await startEmbeddedPostgres({ dataDir: config.dataDir, log })
  const url = embedded?.url ?? config.databaseUrl ?? ''
  try {
    await prepareDatabase(url)
  } catch (error) {
    await embedded?.stop()
    throw refuseDatabase(error, { passwordFile: embedded ? join(config.dataDir, passwordFile) : undefined })
  }
  return { url, stop: async () => embedded?.stop() }
}
