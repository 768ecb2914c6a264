import { rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@eot/server/platform/db/embedded-postgres'
import { createLog } from '@eot/server/platform/log'
import { launchProgram } from '@eot/server/test/child-program'
import { makeTemporaryDirectory } from '@eot/server/test/temporary-directory'
import { expect, onTestFinished, test } from 'vitest'
import { requestPlainly } from './src/plain-request.ts'

const times = Number(process.env.SHUTDOWNS ?? 100)
const clients = 10

/**
 * Sends requests without pause until the port is closed; returns the statuses and errors. A reset right before that is
 * not counted as an error: the connection had not been accepted yet, so no request was in flight.
 */
async function askUntilGone(port: number): Promise<{ statuses: Set<number>; failures: string[] }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const statuses = new Set<number>()
  const failures: string[] = []
  let lastReset: string | undefined
  for (;;) {
    try {
      statuses.add((await requestPlainly({ port, path: '/api/about', agent })).status)
      if (lastReset) failures.push(lastReset)
      lastReset = undefined
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
      if (code === 'ECONNREFUSED') return { statuses, failures }
      if (lastReset) failures.push(lastReset)
      lastReset = code
    }
  }
}

test(`each of ${times} shutdowns under load responds to every accepted request and exits 0 in time`, async () => {
  const directory = await makeTemporaryDirectory()
  onTestFinished(() => rm(directory, { recursive: true }))
  const log = createLog('silent')
  const database = await startEmbeddedPostgres({ dataDir: join(directory, 'postgres'), log })
  onTestFinished(() => database.stop())
  const failures: string[] = []
  for (let n = 0; n < times; n++) {
    const environment = { DATABASE_URL: database.url }
    const program = launchProgram({ dataDir: join(directory, 'program'), environment })
    const { http: port } = await program.ready
    const asking = Array.from({ length: clients }, () => askUntilGone(port))
    await requestPlainly({ port, path: '/api/about' })
    const endedAt = performance.now()
    expect(await program.stop()).toBe(0)
    expect(performance.now() - endedAt).toBeLessThan(10_000)
    for (const { statuses, failures: more } of await Promise.all(asking)) {
      expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([])
      failures.push(...more)
    }
  }
  expect(failures).toEqual([])
})
