import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@eot/server/platform/db/embedded-postgres'
import { createPool } from '@eot/server/platform/db/pool'
import { createLog } from '@eot/server/platform/log'
import { launchProgram, residentBytes } from '@eot/server/test/child-program'
import { createDevices, createSite, signInAsAdministrator } from '@eot/server/test/portal-client'
import { makeTemporaryDirectory } from '@eot/server/test/temporary-directory'
import { expect, onTestFinished, test } from 'vitest'
import { expectUnharmed, tell } from './src/crash/expect-unharmed.ts'
import { siteZone } from './src/crash/kill-loop.ts'
import { chooseSeed, seededRandom } from './src/crash/seeded-random.ts'
import { readStored } from './src/crash/stored.ts'
import { startTraffic } from './src/crash/traffic.ts'

const outageMs = 60_000
const answerWithinMs = 1000
/** Three spaces of 32 MB, in which V8 allocates new objects, and what is kept for waiting clients. */
const growthLimit = 128 * 2 ** 20
/** In the second half of the outage, when these spaces are full. */
const laterGrowthLimit = 16 * 2 ** 20
const log = createLog('silent')

test('while the database is down for a minute under load nothing is acknowledged, memory stays bounded, and nothing is lost', async () => {
  const seed = chooseSeed()
  tell(`database outage, SEED=${seed}`)
  const directory = await makeTemporaryDirectory()
  onTestFinished(() => rm(directory, { recursive: true }))
  const startDatabase = () => startEmbeddedPostgres({ dataDir: join(directory, 'postgres'), log })
  let database = await startDatabase()
  onTestFinished(() => database.stop())
  const program = launchProgram({
    dataDir: join(directory, 'program'),
    environment: { DATABASE_URL: database.url },
  })
  onTestFinished(async () => void (await program.stop()))
  const ports = await program.ready
  const portal = await signInAsAdministrator(ports.http)
  const site = await createSite(portal, { Name: 'Outage', TimeZone: siteZone })
  const devices = await createDevices(portal, site.id, { count: 50, firstMac: 1 })
  const [asking = { id: '', mac: '', key: '' }] = await createDevices(portal, site.id, {
    count: 1,
    firstMac: 1000,
  })
  const { gatewayToken } = site
  const traffic = startTraffic({
    devices,
    gatewayToken,
    ports,
    seed,
    random: seededRandom(seed),
    longestMs: 10 * outageMs,
  })
  onTestFinished(() => traffic.close())
  // By then memory use is steady and there is data to lose.
  await expect.poll(() => traffic.acknowledged(), { timeout: 60_000 }).toBeGreaterThan(5000)

  await database.stop()
  await pause(answerWithinMs) // for acknowledgments of data committed before
  const acknowledged = traffic.acknowledged()
  const before = residentBytes(program.pid)
  const measured: number[] = []
  for (const endsAt = Date.now() + outageMs; Date.now() < endsAt; await pause(1000)) {
    for (const ask of [askAsDevice, askAsGateway]) {
      const { status, retryAfter, ms } = await ask(portal.url, asking, gatewayToken)
      expect([status, retryAfter]).toEqual([503, expect.stringMatching(/^\d+$/)])
      expect(ms).toBeLessThan(answerWithinMs)
    }
    measured.push(residentBytes(program.pid))
  }
  const health = await Promise.all(['live', 'ready'].map((kind) => fetch(`${portal.url}/health/${kind}`)))
  expect(health.map(({ status }) => status)).toEqual([200, 503])
  expect(traffic.acknowledged()).toBe(acknowledged)
  const most = Math.max(...measured)
  const mostInFirstHalf = Math.max(...measured.slice(0, measured.length / 2))
  tell(`memory: ${toMegabytes(before)} MB when it went, at most ${toMegabytes(most)} MB without it`)
  expect(most - before).toBeLessThan(growthLimit)
  expect(most - mostInFirstHalf).toBeLessThan(laterGrowthLimit)

  database = await startDatabase()
  const backAt = performance.now()
  await traffic.finish()
  tell(`the backlog was stored ${Math.round(performance.now() - backAt)} ms after its return`)
  const pool = createPool(database.url, { max: 2, log, statementTimeoutMs: 120_000 })
  onTestFinished(() => pool.end())
  expectUnharmed(traffic.ledgers, await readStored(pool, traffic.ledgers))
})

const toMegabytes = (bytes: number) => Math.round(bytes / 2 ** 20)
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

interface Asked {
  status: number
  retryAfter: string | null
  ms: number
}

function askAsDevice(url: string, { mac, key }: { mac: string; key: string }): Promise<Asked> {
  return ask(`${url}/api/ingest/readings`, {
    authorization: `Basic ${Buffer.from(`${mac}:${key}`).toString('base64')}`,
    'content-type': 'application/json',
  })
}

function askAsGateway(url: string, _: unknown, token: string): Promise<Asked> {
  return ask(`${url}/api/ingest/bulk`, {
    authorization: `Bearer ${token}`,
    'content-type': 'application/x-ndjson',
  })
}

async function ask(url: string, headers: Record<string, string>): Promise<Asked> {
  const startedAt = performance.now()
  const body = JSON.stringify({ readings: { noise: 40 } })
  const response = await fetch(url, { method: 'POST', headers, body })
  await response.arrayBuffer()
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    ms: performance.now() - startedAt,
  }
}
