import { type ChildProcess, execFile, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { afterAll, afterEach, beforeEach } from 'vitest'
import { startEmbeddedPostgres } from '../src/platform/db/embedded-postgres.ts'
import { listProgramsIn } from '../src/platform/db/running-program.ts'
import { createLog } from '../src/platform/log.ts'
import { killPostgresIn } from './kill-postgres.ts'
import { makeTemporaryDirectory } from './temporary-directory.ts'

const program = fileURLToPath(new URL('./postgres-program.ts', import.meta.url))

/** Creates a database in a new directory. */
async function createDatabase(): Promise<string> {
  const dataDir = await makeTemporaryDirectory()
  await (await startEmbeddedPostgres({ dataDir, log: createLog('silent') })).stop()
  return dataDir
}

/** For tests of the embedded PostgreSQL: gives each test a directory, and stops what it starts there. */
export function ownPostgres() {
  let directory = ''
  let cleanups: (() => unknown)[] = []
  let created: Promise<string> | undefined

  afterAll(async () => {
    if (created) await rm(await created, { recursive: true })
  })

  beforeEach(async () => {
    // Has mode 0700, so that, as root, the server account cannot enter it by its path.
    directory = await makeTemporaryDirectory()
    cleanups = []
  })

  afterEach(async () => {
    for (const cleanup of cleanups.reverse()) await cleanup()
    await rm(directory, { recursive: true })
  })

  const pgDir = () => join(directory, 'pg')

  return {
    /** The DATA_DIR of the current test. */
    dataDir: () => directory,
    pgDir,
    atEnd: (cleanup: () => unknown) => void cleanups.push(cleanup),

    /** Copies an existing database into the directory, since creating one takes seconds. The files keep their owners. */
    async fill(): Promise<void> {
      created ??= createDatabase()
      await promisify(execFile)('cp', ['-a', `${await created}/.`, directory])
    },

    async start(options: { dataDir?: string } = {}) {
      const server = await startEmbeddedPostgres({ dataDir: directory, log: createLog('silent'), ...options })
      let stopped: Promise<void> | undefined
      const stop = () => {
        stopped ??= server.stop()
        return stopped
      }
      cleanups.push(stop)
      return { url: server.url, stop }
    },

    /** Starts another program that owns the database in the directory. */
    async startProgram(options: SpawnOptions = {}): Promise<{ child: ChildProcess; url: string }> {
      const child = spawn(process.execPath, [program, directory], {
        ...options,
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const exit = once(child, 'exit')
      cleanups.push(() => child.kill('SIGTERM'))
      cleanups.unshift(() => exit)
      const [line] = await once(createInterface(child.stdout), 'line')
      return { child, url: String(line).replace('ready ', '') }
    },

    /** Starts a program whose start may fail. */
    tryProgram(): ChildProcess {
      const child = spawn(process.execPath, [program, directory], { stdio: ['ignore', 'pipe', 'ignore'] })
      const exit = once(child, 'exit')
      cleanups.push(() => child.kill('SIGTERM') && exit)
      return child
    },

    postgresPids: () => listProgramsIn(pgDir(), 'postgres'),
    /** Sends SIGKILL to the postmaster and its backends. */
    killPostgres: () => killPostgresIn(pgDir()),
    postmasterPid: () => Number(readFileSync(join(pgDir(), 'postmaster.pid'), 'utf8').split('\n')[0]),
  }
}

export async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  // A lost connection also rejects the query.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

export async function killProgram(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

/** Statements that commit a row and read it back. */
export const note = {
  write: "CREATE TABLE note (text text); INSERT INTO note VALUES ('kept')",
  read: 'SELECT text FROM note',
  kept: [{ text: 'kept' }],
}
