import type { ChildProgram } from '@eot/server/test/child-program'
import {
  createDevices,
  createSite,
  type PortalClient,
  signInAsAdministrator,
} from '@eot/server/test/portal-client'
import { expect, onTestFinished } from 'vitest'
import { tell } from './crash/expect-unharmed.ts'
import { siteZone } from './crash/kill-loop.ts'
import { chooseSeed, seededRandom } from './crash/seeded-random.ts'
import { startTraffic, type Traffic } from './crash/traffic.ts'

export interface Load {
  portal: PortalClient
  siteId: string
  gatewayToken: string
  traffic: Traffic
  random: () => number
}

const enough = 2000
const longestMs = 600_000
export const patience = { timeout: 120_000 }

/** Lets devices report to the program over MQTT, HTTP and a gateway, and waits until there is data to lose. */
export async function loadProgram(program: Pick<ChildProgram, 'ready'>, deviceCount = 20): Promise<Load> {
  const ports = await program.ready
  const portal = await signInAsAdministrator(ports.http)
  const { id: siteId, gatewayToken } = await createSite(portal, { Name: 'Laden', TimeZone: siteZone })
  const devices = await createDevices(portal, siteId, { count: deviceCount, firstMac: 1 })
  const seed = chooseSeed()
  tell(`SEED=${seed}`)
  const random = seededRandom(seed)
  const traffic = startTraffic({ devices, gatewayToken, ports, seed, random, longestMs })
  onTestFinished(() => traffic.close())
  await expect.poll(() => traffic.acknowledged(), patience).toBeGreaterThan(enough)
  return { portal, siteId, gatewayToken, traffic, random }
}

/** Waits for the next acknowledgment. Returns the elapsed ms. */
export async function untilAcknowledged(traffic: Traffic): Promise<number> {
  const [startedAt, before] = [performance.now(), traffic.acknowledged()]
  await expect.poll(() => traffic.acknowledged(), { ...patience, interval: 20 }).toBeGreaterThan(before)
  return Math.round(performance.now() - startedAt)
}

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
