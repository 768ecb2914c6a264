import {
  createDevices,
  createSite,
  type PortalDevice,
  signInAsAdministrator,
} from '@eot/server/test/portal-client'
import { expect, onTestFinished } from 'vitest'
import { tell } from '../crash/expect-unharmed.ts'
import { siteZone } from '../crash/kill-loop.ts'
import type { Ledger } from '../crash/ledger.ts'
import { chooseSeed, seededRandom } from '../crash/seeded-random.ts'
import type { Sender } from '../crash/sender.ts'
import { startTraffic } from '../crash/traffic.ts'
import { startLiveRoom } from './live-room.ts'
import { type Processes, startProcesses } from './start-processes.ts'

const deviceCount = 20
/** Lower than usual, since processes that alternately get readings of a device reload its state each time. */
const pace = 0.25
const longestKillMs = 30_000

export type Reporting = Awaited<ReturnType<typeof startReporting>>

/** Starts all processes, and devices that report through Mosquitto, HTTP and a gateway for `kills` kills. */
export async function startReporting(kills: number) {
  const seed = chooseSeed()
  tell(`processes, SEED=${seed}`)
  const random = seededRandom(seed)
  const place: Processes = await startProcesses()
  const { entrance, nginx } = place
  const portal = await signInAsAdministrator(nginx.origin)
  const site = await createSite(portal, { Name: 'Processes', TimeZone: siteZone })
  const [room, ...devices] = await createDevices(portal, site.id, { count: 1 + deviceCount, firstMac: 1 })
  await place.admit([room as PortalDevice, ...devices]) // as many as asked for
  let failure: unknown
  const fail = (error: unknown) => {
    failure ??= error
  }
  const traffic = startTraffic({
    devices,
    gatewayToken: site.gatewayToken,
    entrance,
    seed,
    random,
    longestMs: kills * longestKillMs,
    pace,
  })
  onTestFinished(() => traffic.close())
  const live = startLiveRoom(room as PortalDevice, entrance, fail)
  onTestFinished(() => live.close())
  const ledgers: Ledger[] = [...traffic.ledgers, live.ledger]
  return {
    ...place,
    portal,
    random,
    traffic,
    live,
    fail,
    ledgers,
    livePage: `${nginx.origin}/devices/live-sensor-data?siteId=${site.id}&deviceId=${room?.id}`,
    check() {
      traffic.check()
      if (failure) throw failure
    },
    /** Stops reporting, and waits until everything is acknowledged and no more samples get stored. */
    async finish(others: readonly Sender[] = []): Promise<void> {
      live.stop()
      await traffic.finish()
      const isDone = () => [live.sender, ...others].every(({ waiting }) => waiting === 0)
      await expect.poll(isDone, { timeout: 120_000 }).toBe(true)
      this.check()
      await place.stored.settle(ledgers)
    },
  }
}
