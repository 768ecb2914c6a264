import type { Config } from './config.ts'
import { startEmbeddedPostgres } from './platform/db/embedded-postgres.ts'
import { migrate } from './platform/db/migrate.ts'
import type { Log } from './platform/log.ts'

/** The database the settings name, or else the embedded one; with the newest schema. */
export async function openDatabase(
  config: Config,
  log: Log,
): Promise<{ url: string; stop(): Promise<void> }> {
  const embedded = config.databaseUrl ? null : await startEmbeddedPostgres({ dataDir: config.dataDir, log })
  const url = embedded?.url ?? config.databaseUrl ?? ''
  try {
    await migrate(url)
  } catch (error) {
    await embedded?.stop()
    throw error
  }
  return { url, stop: async () => embedded?.stop() }
}
