import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createPool } from '@eot/server/platform/db/pool'
import { createLog } from '@eot/server/platform/log'
import { type ChildProgram, launchProgram } from '@eot/server/test/child-program'
import { createDevices, createSite, signInAsAdministrator } from '@eot/server/test/portal-client'
import { makeTemporaryDirectory } from '@eot/server/test/temporary-directory'
import type pg from 'pg'
import { expect, onTestFinished } from 'vitest'
import { expectUnharmed, tell } from '../crash/expect-unharmed.ts'
import { siteZone } from '../crash/kill-loop.ts'
import { chooseSeed, seededRandom } from '../crash/seeded-random.ts'
import { readStored } from '../crash/stored.ts'
import { startTraffic } from '../crash/traffic.ts'

const longestMs = 600_000
const historicalMac = 1000
const dayMs = 86_400_000

/** Opens a pool until the end of the test, for statements that take long on several nodes. */
export function openPool(url: string): pg.Pool {
  const log = createLog('silent')
  const pool = createPool(url, { max: 2, log, waitMs: 60_000, statementTimeoutMs: longestMs })
  onTestFinished(async () => {
    if (!pool.ended) await pool.end()
  })
  return pool
}

/** Starts the program on a database, and devices that report to it until the end, even while it is stopped. */
export async function startReporting(url: string, deviceCount = 10) {
  const pool = openPool(url)
  const dataDir = await makeTemporaryDirectory()
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const environment = { DATABASE_URL: url }
  let program: ChildProgram = launchProgram({ dataDir, environment })
  onTestFinished(() => program.kill())
  const ports = await program.ready
  const seed = chooseSeed()
  tell(`SEED=${seed}`)
  const portal = await signInAsAdministrator(ports.http)
  const site = await createSite(portal, { Name: 'Cluster', TimeZone: siteZone })
  const devices = await createDevices(portal, site.id, { count: deviceCount, firstMac: 1 })
  const traffic = startTraffic({
    devices,
    gatewayToken: site.gatewayToken,
    ports,
    seed,
    random: seededRandom(seed),
    longestMs,
  })
  onTestFinished(() => traffic.close())

  return {
    pool,
    dataDir,
    environment,
    devices,
    ports,
    gatewayToken: site.gatewayToken,
    traffic,
    /** Sends the backlog of another device, old enough to be compacted. */
    async sendHistory() {
      const [device] = await createDevices(portal, site.id, { count: 1, firstMac: historicalMac })
      const from = Date.now() - 20 * dayMs
      const samples = Array.from({ length: 3000 }, (_, n) => ({
        mac: device?.mac,
        at: from + n * 60_000,
        readings: { temperature: 20 + (n % 7), humidity: 40 + (n % 3), ECO2: 600 + (n % 50) },
      }))
      const answer = await fetch(`http://127.0.0.1:${ports.http}/api/ingest/bulk`, {
        method: 'POST',
        headers: { authorization: `Bearer ${site.gatewayToken}`, 'content-type': 'application/x-ndjson' },
        body: samples.map((sample) => JSON.stringify(sample)).join('\n'),
      })
      expect(await answer.json()).toMatchObject({ Accepted: samples.length })
    },
    /** Waits until `count` more readings are acknowledged. */
    async more(count: number) {
      const before = traffic.acknowledged()
      await expect.poll(() => traffic.acknowledged(), { timeout: 120_000 }).toBeGreaterThan(before + count)
    },
    /** Runs a command of the program with its settings. */
    async run(name: 'backup' | 'restore', ...args: string[]) {
      const script = fileURLToPath(import.meta.resolve(`@eot/server/program/${name}`))
      const command = launchProgram({ dataDir, environment, script, args })
      const { code } = await command.ended
      expect(code, command.said.join('\n')).toBe(0)
    },
    async stop() {
      expect(await program.stop(), program.said.join('\n')).toBe(0)
    },
    async start() {
      program = launchProgram({ dataDir, ports, environment })
      await program.ready
    },
    /** Waits until devices have sent everything, and expects that all of it is stored once, with its buckets and alerts. */
    async finish() {
      await traffic.finish()
      await traffic.close()
      await this.stop()
      expectUnharmed(traffic.ledgers, await readStored(pool, traffic.ledgers))
    },
  }
}

/** Counts the shards of a table by the port of their node. */
export async function countShards(pool: pg.Pool): Promise<Record<number, number>> {
  const { rows } = await pool.query<{ port: number; count: number }>(
    `select nodeport as port, count(*)::int as count from citus_shards where table_name = 'reading_day'::regclass group by 1`,
  )
  return Object.fromEntries(rows.map(({ port, count }) => [port, count]))
}
