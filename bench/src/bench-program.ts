import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@eot/server/platform/db/embedded-postgres'
import { createPool } from '@eot/server/platform/db/pool'
import { createLog } from '@eot/server/platform/log'
import { type ChildProgram, launchProgram, type ProgramPorts } from '@eot/server/test/child-program'
import {
  createDevices,
  createSite,
  type PortalClient,
  type PortalDevice,
  signInAsAdministrator,
} from '@eot/server/test/portal-client'
import type pg from 'pg'

export interface BenchProgram {
  program: ChildProgram
  ports: ProgramPorts
  portal: PortalClient
  siteId: string
  devices: PortalDevice[]
  gatewayToken: string
  /** Connects to the program's database. */
  pool: pg.Pool
}

export const reportIntervalSeconds = 5

/**
 * Runs the program as shipped, in its own process on a new PostgreSQL with the shipped settings, with this many devices
 * in one site. Removes everything afterward.
 */
export async function withProgram<T>(
  deviceCount: number,
  measure: (bench: BenchProgram) => Promise<T>,
  environment: NodeJS.ProcessEnv = {},
): Promise<T> {
  // Not in memory: commits have to reach a disk, as they do in production.
  const directory = await mkdtemp(join(process.env.BENCH_DIR ?? tmpdir(), 'eot-bench-'))
  const database = await startEmbeddedPostgres({
    dataDir: join(directory, 'postgres'),
    log: createLog('warn'),
  })
  const pool = createPool(database.url, { max: 2, log: createLog('error'), statementTimeoutMs: 600_000 })
  const program = launchProgram({
    dataDir: join(directory, 'program'),
    environment: {
      DATABASE_URL: database.url,
      INGEST_RATE: '1000000',
      INGEST_BURST: '1000000',
      ...environment,
    },
  })
  try {
    const ports = await program.ready
    const portal = await signInAsAdministrator(ports.http)
    const site = await createSite(portal, { Name: 'Bench', TimeZone: 'Europe/Berlin' })
    const settings = { ReportInterval: reportIntervalSeconds }
    const devices = await createDevices(portal, site.id, { count: deviceCount, firstMac: 0, settings })
    const { id: siteId, gatewayToken } = site
    return await measure({ program, ports, portal, siteId, devices, gatewayToken, pool })
  } finally {
    await program.stop()
    await pool.end()
    await database.stop()
    await rm(directory, { recursive: true })
  }
}
