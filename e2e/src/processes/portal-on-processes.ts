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
export const onProcesses = process.env.TEST_PROCESSES === '1'

/** A broker between devices and the portal. It acknowledges messages before the portal has stored them. */
export interface Mediator {
  /** Lets a device sign in. Returns its identity at the broker. */
  admit(device: Identity): Promise<Identity>
  /** Sends a message of the device, and waits until the portal has stored or rejected it. */
  deliver(device: Identity, send: () => Promise<void>): Promise<void>
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
  const stopBroker = async () => {
    await broker.stop()
    await rm(folder, { recursive: true })
  }
  const launched = await launchProcesses({
    folder,
    databaseUrl,
    brokerUrl: broker.portalUrl,
    environment: { NODE_ENV: process.env.NODE_ENV, ...environment },
    port: Number(PORT ?? (await findFreePort())),
  }).catch(async (error: unknown) => {
    await stopBroker()
    throw error
  })
  const pool = createTestPool(databaseUrl, { max: 1, log: createLog('silent') })
  /** Returns a text that changes with each message of the device. */
  const heardOf = async (mac: string) => {
    const { rows } = await pool.query(
      `select (select last_seen_at from device_state where device_no = device.no),
         (select sum(count) from quarantine where quarantine.mac = device.mac)
       from device where mac = $1`,
      [mac],
    )
    return JSON.stringify(rows)
  }
  mediators.set(broker.url, {
    async admit(device) {
      await broker.admit([userOf(device)])
      return identityOf(device)
    },
    async deliver({ mac }, send) {
      const before = await heardOf(mac)
      await send()
      await vi.waitUntil(async () => (await heardOf(mac)) !== before, { timeout: 60_000 })
    },
  })
  return {
    url: launched.nginx.origin,
    mqttUrl: broker.url,
    async stop() {
      await pool.end()
      await launched.stop()
      await stopBroker()
    },
  }
}
