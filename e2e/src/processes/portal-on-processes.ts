import { rm } from 'node:fs/promises'
import { createLog } from '@eot/server/platform/log'
import { startMosquitto } from '@eot/server/test/mosquitto'
import { makeTemporaryDirectory } from '@eot/server/test/temporary-directory'
import { createTestPool } from '@eot/server/test/test-pool'
import { vi } from 'vitest'
import { findFreePort } from '../free-port.ts'
import { launchProcesses } from './launch-processes.ts'
import { type Identity, identityOf, userOf } from './mosquitto-identity.ts'

/** Whether portals of tests consist of several processes, behind nginx and with Mosquitto, instead of one. */
export const onProcesses = process.env.TEST_PROCESSES !== undefined

/** A broker between devices and the portal. It acknowledges messages before the portal has stored them. */
export interface Mediator {
  /** Lets a device sign in. Returns its identity at the broker. */
  admit(device: Identity): Promise<Identity>
  /** Waits until the portal has stored a message that the device has sent since then, in epoch ms. */
  untilHeard(device: Identity, sinceMs: number): Promise<void>
}

const mediators = new Map<string, Mediator>()

/** Returns the broker at an address; undefined if it is part of the portal. */
export const mediatorAt = (mqttUrl: string): Mediator | undefined => mediators.get(mqttUrl)

/** Starts the processes of a portal on a database. `PORT` is that of nginx. */
export async function startOnProcesses(
  databaseUrl: string,
  { PORT, PUBLIC_URL, ...environment }: NodeJS.ProcessEnv,
) {
  const folder = await makeTemporaryDirectory()
  const broker = await startMosquitto(folder, await findFreePort())
  const launched = await launchProcesses({
    folder,
    databaseUrl,
    brokerUrl: broker.portalUrl,
    environment,
    port: Number(PORT ?? (await findFreePort())),
  })
  const pool = createTestPool(databaseUrl, { max: 1, log: createLog('silent') })
  const isHeard = async (mac: string, sinceMs: number) => {
    const { rowCount } = await pool.query(
      `select from device_state join device on device.no = device_state.device_no
       where mac = $1 and last_seen_at >= to_timestamp($2::float8 / 1000)`,
      [mac, sinceMs],
    )
    return rowCount === 1
  }
  mediators.set(broker.url, {
    async admit(device) {
      await broker.admit([userOf(device)])
      return identityOf(device)
    },
    untilHeard: async ({ mac }, sinceMs) => {
      await vi.waitUntil(() => isHeard(mac, sinceMs), { timeout: 60_000 })
    },
  })
  return {
    url: launched.nginx.origin,
    mqttUrl: broker.url,
    async stop() {
      await pool.end()
      await launched.stop()
      await broker.stop()
      await rm(folder, { recursive: true })
    },
  }
}
