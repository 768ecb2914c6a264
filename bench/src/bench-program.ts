import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
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
  /** The data directory of PostgreSQL. */
  databaseDir: string
  /** Stops the program and starts it anew on the same database. */
  restart(): Promise<Restarted>
}

export interface Restarted extends Pick<BenchProgram, 'program' | 'ports' | 'portal'> {
  /** Time from launch until ready. */
  seconds: number
}

export const reportIntervalSeconds = 5

interface BenchOptions {
  environment?: NodeJS.ProcessEnv
  /** A directory in which the database is kept for the next run. Default: a new one, removed afterward. */
  keptIn?: string | undefined
  /** A database to use instead of a new one. `databaseDir` is then empty. */
  databaseUrl?: string
}

/**
 * Runs the program as shipped, in its own process on its own PostgreSQL with the shipped settings, or on the given database,
 * with this many devices in one site.
 */
export async function withProgram<T>(
  deviceCount: number,
  measure: (bench: BenchProgram) => Promise<T>,
  { environment, keptIn, databaseUrl }: BenchOptions = {},
): Promise<T> {
  // Not in memory: commits have to reach a disk, as they do in production.
  const directory = keptIn ?? (await mkdtemp(join(process.env.BENCH_DIR ?? tmpdir(), 'eot-bench-')))
  await mkdir(directory, { recursive: true })
  const database = databaseUrl
    ? { url: databaseUrl, stop: async () => undefined }
    : await startEmbeddedPostgres({ dataDir: join(directory, 'postgres'), log: createLog('warn') })
  const pool = createPool(database.url, { max: 2, log: createLog('error'), statementTimeoutMs: 600_000 })
  const launch = () =>
    launchProgram({
      dataDir: join(directory, 'program'),
      environment: {
        DATABASE_URL: database.url,
        INGEST_RATE: '1000000',
        INGEST_BURST: '1000000',
        ...environment,
      },
    })
  let program = launch()
  const restart = async () => {
    await program.stop()
    const startedAt = performance.now()
    program = launch()
    const ports = await program.ready
    const seconds = (performance.now() - startedAt) / 1000
    return { program, ports, portal: await signInAsAdministrator(ports.http), seconds }
  }
  try {
    const ports = await program.ready
    const portal = await signInAsAdministrator(ports.http)
    const made = await makeSite(portal, deviceCount, join(directory, 'site.json'))
    return await measure({
      program,
      ports,
      portal,
      pool,
      databaseDir: databaseUrl ? '' : join(directory, 'postgres', 'pg'),
      restart,
      ...made,
    })
  } finally {
    await program.stop()
    await pool.end()
    await database.stop()
    if (keptIn === undefined) await rm(directory, { recursive: true })
  }
}

type BenchSite = Pick<BenchProgram, 'siteId' | 'devices' | 'gatewayToken'>

/** Creates the site and its devices, or reads those of the previous run, whose keys only this file has. */
async function makeSite(portal: PortalClient, count: number, file: string): Promise<BenchSite> {
  if (existsSync(file)) return JSON.parse(await readFile(file, 'utf8'))
  const { id: siteId, gatewayToken } = await createSite(portal, { Name: 'Bench', TimeZone: 'Europe/Berlin' })
  const settings = { ReportInterval: reportIntervalSeconds }
  const made = {
    siteId,
    devices: await createDevices(portal, siteId, { count, firstMac: 0, settings }),
    gatewayToken,
  }
  await writeFile(file, JSON.stringify(made), { mode: 0o600 })
  return made
}
