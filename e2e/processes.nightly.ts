import { createDevices, createSite, signInAsAdministrator } from '@eot/server/test/portal-client'
import { expect, onTestFinished, test } from 'vitest'
import { useBrowser } from './src/browser.ts'
import { countPrepared } from './src/cluster.ts'
import { expectUnharmed, tell } from './src/crash/expect-unharmed.ts'
import { siteZone } from './src/crash/kill-loop.ts'
import { chooseSeed, seededRandom } from './src/crash/seeded-random.ts'
import { readStored } from './src/crash/stored.ts'
import { startTraffic } from './src/crash/traffic.ts'
import { pause } from './src/laden-program.ts'
import { killOne, type Victim, victims } from './src/processes/kill.ts'
import { startLiveRoom } from './src/processes/live-room.ts'
import { missing, startProcesses } from './src/processes/start-processes.ts'
import { prepareWitnesses } from './src/processes/witnesses.ts'
import { signInByForm } from './src/screens.ts'

const title = missing && ` (${missing})`
const killCount = Number(process.env.KILLS ?? 50)
const deviceCount = 20
/** Processes that get readings of a device by turns load its state each time. */
const pace = 0.25
const longestPauseMs = 4_000
/** One in this many kills does not wait until everything is running again. */
const hastyShare = 0.25
const longestKillMs = 30_000

const visit = useBrowser()

test.skipIf(missing)(
  `kill -9 of processes of the program, of nginx and of database servers loses and doubles nothing, and the portal goes on${title}`,
  async () => {
    const seed = chooseSeed()
    tell(`processes, SEED=${seed}`)
    const random = seededRandom(seed)
    const place = await startProcesses()
    const { entrance, cluster, programs, nginx } = place
    const portal = await signInAsAdministrator(nginx.origin)
    const site = await createSite(portal, { Name: 'Processes', TimeZone: siteZone })
    const [room, ...devices] = await createDevices(portal, site.id, { count: 1 + deviceCount, firstMac: 1 })
    if (!room) throw new Error('no device was created')
    await place.admit([room, ...devices])
    let failure: unknown
    const fail = (error: unknown) => {
      failure ??= error
    }
    const witnesses = await prepareWitnesses(portal, place, killCount + 1, fail)
    const longestMs = killCount * longestKillMs
    const traffic = startTraffic({ devices, gatewayToken: site.gatewayToken, entrance, seed, random, longestMs, pace })
    onTestFinished(() => traffic.close())
    const live = startLiveRoom(room, entrance, fail)
    onTestFinished(() => live.stop())
    const check = () => {
      traffic.check()
      if (failure) throw failure
    }

    const openLive = async () => {
      const visited = await visit({ ignoreHTTPSErrors: true })
      await signInByForm(visited.page, nginx.origin)
      await visited.page.goto(`${nginx.origin}/devices/live-sensor-data?siteId=${site.id}&deviceId=${room.id}`)
      await live.untilShown(visited.page)
      return visited
    }
    const { page } = await openLive()

    const after: Record<Victim, string[]> = { api: [], ingest: [], worker: [], nginx: [], database: [], mosquitto: [] }
    for (let kill = 0; kill < killCount; kill += 1) {
      const victim = victims[Math.floor(random() * victims.length)] ?? 'api'
      await pause(random() * longestPauseMs)
      witnesses.raise()
      await pause(random() * 200)
      await killOne(victim, place, random)
      const isHasty = random() < hastyShare
      if (isHasty) continue
      const signedIn = untilSignedIn(nginx.origin)
      const shown = await live.untilShown(page)
      after[victim].push(`${shown}/${await signedIn}`)
      await place.untilReady()
      check()
    }
    tell(`ms until the live page showed a reading, and a sign-in succeeded, after kills: ${JSON.stringify(after)}`)
    witnesses.raise()
    live.stop()
    await traffic.finish()
    await expect
      .poll(() => [live.sender, ...witnesses.senders].every(({ waiting }) => waiting === 0), { timeout: 120_000 })
      .toBe(true)
    check()
    const ledgers = [...traffic.ledgers, live.ledger]
    await place.stored.settle(ledgers)
    const repeats = await witnesses.expectToldOnce(killCount)
    tell(`${killCount + 1} emails, ${repeats.mails} repeats; as many webhooks, ${repeats.webhooks} repeats`)
    await expect.poll(() => countPrepared(cluster.nodes), { timeout: 120_000, interval: 1000 }).toBe(0)
    expect(await Promise.all(programs.map((program) => program.stop()))).toEqual(programs.map(() => 0))
    const stored = await readStored(cluster.pool, ledgers)
    tell(`${stored.readings.stored} readings, ${stored.alerts.stored.length} alerts`)
    expectUnharmed(ledgers, stored)
  },
)

/** How long it takes until a sign-in succeeds, in ms. */
async function untilSignedIn(origin: string): Promise<number> {
  const startedAt = performance.now()
  const isIn = () =>
    signInAsAdministrator(origin).then(
      () => true,
      () => false,
    )
  await expect.poll(isIn, { timeout: 90_000, interval: 100 }).toBe(true)
  return Math.round(performance.now() - startedAt)
}
