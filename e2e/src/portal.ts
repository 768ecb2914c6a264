import type { Database } from '@eot/server/database'
import { planReports } from '@eot/server/features/reports/index'
import { queryBuilder } from '@eot/server/platform/db/query-builder'
import { createLog } from '@eot/server/platform/log'
import { parseConfig } from '@eot/server/program/config'
import { startProgram } from '@eot/server/program/start-program'
import { compactAll } from '@eot/server/test/compact-all'
import type {} from '@eot/server/test/database-setup'
import { createTestDatabase } from '@eot/server/test/test-database'
import { createTestPool } from '@eot/server/test/test-pool'
import { buildPortal } from '../../scripts/portal-build.ts'
import { onProcesses, startOnProcesses } from './processes/portal-on-processes.ts'

export const administrator = { email: 'root@example.org', password: 'the root of all sites' }

/** Fixed, so that tests can create expired tokens. */
export const secretKey = Buffer.alloc(32, 7)

export interface TestPortal {
  url: string
  mqttUrl: string
  /** For data that no page can create yet, and to compare stored data with what is shown. */
  sql<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>
  /** Locks the table while `work` runs, so that every access to it waits. */
  whileLocked(table: string, work: () => Promise<void>): Promise<void>
  /** Plans reports as the program does every five minutes, as if it were that late. The program itself makes and sends them. */
  planReports(at: Date): Promise<void>
  /** Compacts all readings and minutes that may be compacted now. Returns their number. */
  compact(): Promise<number>
  stop(): Promise<void>
}

/**
 * Starts the real program with built pages, on its own empty database: in this process, or as several processes if
 * TEST_PROCESSES is 1.
 */
export async function startPortal(env: NodeJS.ProcessEnv = {}): Promise<TestPortal> {
  if (!(await buildPortal())) throw new Error('the portal could not be built')
  const database = await createTestDatabase()
  const program = await (onProcesses
    ? startOnProcesses(database.url, settings(env))
    : startInThisProcess(database.url, settings(env)))
  const pool = createTestPool(database.url, { max: 2, log: createLog('silent') })
  return {
    url: program.url,
    mqttUrl: program.mqttUrl,
    sql: async (text, values) => (await pool.query(text, values)).rows,
    async whileLocked(table, work) {
      const client = await pool.connect()
      try {
        // No timeout, so that the lock is kept even on a busy machine.
        await client.query(
          `begin; set local idle_in_transaction_session_timeout = 0; lock table ${table} in access exclusive mode`,
        )
        await work()
      } finally {
        await client.query('rollback')
        client.release()
      }
    },
    planReports: (at) => planReports(queryBuilder<Database>(pool), at),
    compact: () => compactAll(queryBuilder<Database>(pool), new Date()),
    async stop() {
      await program.stop()
      await pool.end()
      await database.drop()
    },
  }
}

const settings = (env: NodeJS.ProcessEnv) => ({
  SECRET_KEY: secretKey.toString('hex'),
  ADMIN_EMAIL: administrator.email,
  ADMIN_PASSWORD: administrator.password,
  ...env,
})

async function startInThisProcess(databaseUrl: string, env: NodeJS.ProcessEnv) {
  const config = parseConfig({ PORT: '0', MQTT_PORT: '0', DATABASE_URL: databaseUrl, ...env })
  const log = createLog(process.env.LOG_LEVEL ? config.logLevel : 'silent')
  const { httpPort, mqttPort, stop } = await startProgram(config, log)
  return { url: `http://localhost:${httpPort}`, mqttUrl: `mqtt://localhost:${mqttPort}`, stop }
}
