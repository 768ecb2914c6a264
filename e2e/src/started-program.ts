import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startEmbeddedPostgres } from '@eot/server/platform/db/embedded-postgres'
import { createLog } from '@eot/server/platform/log'
import { type ChildProgram, launchProgram, type ProgramPorts } from '@eot/server/test/child-program'
import { query } from '@eot/server/test/own-postgres'
import { makeTemporaryDirectory } from '@eot/server/test/temporary-directory'
import { onTestFinished } from 'vitest'
import { findFreePort } from './free-port.ts'

const usualScript = fileURLToPath(new URL('../../scripts/start.mjs', import.meta.url))

export interface Installation {
  dataDir: string
  ports: ProgramPorts
  /** Starts the program as `npm start` does, always on the same ports. */
  start(environment?: NodeJS.ProcessEnv): ChildProgram
  /** Timestamps of stored samples in epoch ms, in order. Only while the program is not running. */
  storedInstants(): Promise<number[]>
  postmasterPid(): Promise<number>
}

/**
 * A directory for a program and its data. After the test, its processes are stopped and it is removed. `script` runs
 * instead of the one of `npm start`.
 */
export async function installProgram(script = usualScript): Promise<Installation> {
  const dataDir = await makeTemporaryDirectory()
  const ports = { http: await findFreePort(), mqtt: await findFreePort() }
  const started: ChildProgram[] = []
  onTestFinished(async () => {
    for (const program of started) if (!program.hasEnded) await program.stop()
    if (existsSync(dataDir)) await rm(dataDir, { recursive: true })
  })
  return {
    dataDir,
    ports,
    start(environment) {
      const program = launchProgram({ dataDir, ports, script, ...(environment && { environment }) })
      started.push(program)
      return program
    },
    async storedInstants() {
      const server = await startEmbeddedPostgres({ dataDir, log: createLog('silent') })
      try {
        const rows = await query(
          server.url,
          'select extract(epoch from at)::float8 * 1000 as at from every_reading',
        )
        return rows.map(({ at }) => Number(at)).sort((a, b) => a - b)
      } finally {
        await server.stop()
      }
    },
    async postmasterPid() {
      const [pid] = (await readFile(join(dataDir, 'pg', 'postmaster.pid'), 'utf8')).split('\n')
      return Number(pid)
    },
  }
}
