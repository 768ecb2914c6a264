import { rm } from 'node:fs/promises'
import { topicOf } from '@eot/fleet/identity'
import { createLog } from '@eot/server/platform/log'
import { launchProgram } from '@eot/server/test/child-program'
import { createDevices, createSite, signInAsAdministrator } from '@eot/server/test/portal-client'
import { startScriptedBroker } from '@eot/server/test/scripted-broker'
import { makeTemporaryDirectory } from '@eot/server/test/temporary-directory'
import { createTestDatabase } from '@eot/server/test/test-database'
import { createTestPool } from '@eot/server/test/test-pool'
import { expect, onTestFinished, test } from 'vitest'
import { expectUnharmed, tell } from './src/crash/expect-unharmed.ts'
import { siteZone } from './src/crash/kill-loop.ts'
import { Ledger } from './src/crash/ledger.ts'
import { chooseSeed, seededRandom } from './src/crash/seeded-random.ts'
import { readStored } from './src/crash/stored.ts'
import { alarmStream } from './src/crash/streams.ts'
import { pause } from './src/laden-program.ts'

const deviceCount = 20
const samples = Number(process.env.SAMPLES ?? 300)
const cuts = 20
/** Of this many samples before, one is delivered once more. */
const reach = 100
const repeatedOnReturn = 500

test('what a broker delivers two to five times, also after reconnects, is stored once and raises its alerts once', async () => {
  const seed = chooseSeed()
  tell(`SEED=${seed}`)
  const random = seededRandom(seed)
  const upTo = (most: number) => Math.floor(random() * most)
  const database = await createTestDatabase()
  onTestFinished(database.drop)
  const broker = await startScriptedBroker({ repeats: repeatedOnReturn })
  const dataDir = await makeTemporaryDirectory()
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const program = launchProgram({
    dataDir,
    environment: { DATABASE_URL: database.url, MQTT_URL: broker.url, LOG_LEVEL: 'silent' },
  })
  onTestFinished(async () => void (await program.stop()))
  const portal = await signInAsAdministrator((await program.ready).http)
  const site = await createSite(portal, { Name: 'Repeated', TimeZone: siteZone })
  const devices = await createDevices(portal, site.id, { count: deviceCount, firstMac: 1 })
  const ledgers = devices.map((device, n) => new Ledger(device, alarmStream(seed + n, Date.now())))

  let deliveries = 0
  const deliver = (ledger: Ledger, n: number) =>
    new Promise<void>((resolve) => {
      deliveries += 1
      const payload = JSON.stringify(ledger.sample(n))
      broker.publish(topicOf(ledger.device, 'readings'), payload, () => {
        ledger.acknowledge([n])
        resolve()
      })
    })
  /** The first of a sample in order, as from a device; all others at any time. */
  const report = async (ledger: Ledger) => {
    for (let n = 0; n < samples; n += 1) {
      ledger.made += 1
      const first = deliver(ledger, n)
      for (let more = 1 + upTo(4); more > 0; more -= 1) {
        const again = random() < 0.5 ? n : Math.max(0, n - upTo(reach))
        void deliver(ledger, again)
      }
      await first
    }
  }
  let isOver = false
  const cutting = (async () => {
    for (let cut = 0; cut < cuts && !isOver; cut += 1) {
      await pause(upTo(2000))
      broker.cut()
    }
  })()
  await Promise.all(ledgers.map(report))
  isOver = true
  await cutting
  await expect.poll(() => broker.unacknowledged.size, { timeout: 120_000 }).toBe(0)
  tell(
    `${deviceCount * samples} samples, delivered ${deliveries} times, ${broker.connects.length} connections`,
  )

  const pool = createTestPool(database.url, { max: 1, log: createLog('silent') })
  onTestFinished(() => pool.end())
  expectUnharmed(ledgers, await readStored(pool, ledgers))
})
