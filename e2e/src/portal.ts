import { createLog } from '@eot/server/platform/log'
import { parseConfig } from '@eot/server/program/config'
import { type Program, startProgram } from '@eot/server/program/start-program'
import type {} from '@eot/server/test/database-setup'
import { createTestDatabase } from '@eot/server/test/test-database'
import { buildPortal } from '../../scripts/portal-build.ts'

export const administrator = { email: 'root@example.org', password: 'the root of all sites' }

/** Known, so that tokens can be made that have expired. */
export const secretKey = Buffer.alloc(32, 7)

export interface TestPortal {
  url: string
  mqttUrl: string
  /** To make what no page makes yet, and to compare what is shown with what is stored. */
  sql<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>
  /** While the work is done, whoever needs the table has to wait. */
  whileLocked(table: string, work: () => Promise<void>): Promise<void>
  stop(): Promise<void>
}

/** The program as people run it, in this process, with its built pages, on a bare database of its own. */
export async function startPortal(env: NodeJS.ProcessEnv = {}): Promise<TestPortal> {
  if (!(await buildPortal())) throw new Error('the portal could not be built')
  const database = await createTestDatabase()
  const program = await start({ ...env, DATABASE_URL: database.url })
  return {
    url: `http://localhost:${program.httpPort}`,
    mqttUrl: `mqtt://localhost:${program.mqttPort}`,
    sql: async (text, values) => (await program.pool.query(text, values)).rows,
    async whileLocked(table, work) {
      const client = await program.pool.connect()
      try {
        // However long a busy machine takes for the work, the lock is not taken away.
        await client.query(
          `begin; set local idle_in_transaction_session_timeout = 0; lock table ${table} in access exclusive mode`,
        )
        await work()
      } finally {
        await client.query('rollback')
        client.release()
      }
    },
    async stop() {
      await program.stop()
      await database.drop()
    },
  }
}

function start(env: NodeJS.ProcessEnv): Promise<Program> {
  const config = parseConfig({
    PORT: '0',
    MQTT_PORT: '0',
    SECRET_KEY: secretKey.toString('hex'),
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    ...env,
  })
  return startProgram(config, createLog(process.env.LOG_LEVEL ? config.logLevel : 'silent'))
}
