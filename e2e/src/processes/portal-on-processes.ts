import { rm } from 'node:fs/promises'
import { startMosquitto } from '@eot/server/test/mosquitto'
import { makeTemporaryDirectory } from '@eot/server/test/temporary-directory'
import { findFreePort } from '../free-port.ts'
import { launchProcesses } from './launch-processes.ts'
import { type Identity, identityOf, userOf } from './mosquitto-identity.ts'

/** Whether portals of tests consist of several processes, behind nginx and with Mosquitto, instead of one. */
export const onProcesses = process.env.TEST_PROCESSES !== undefined

/** By the address of a broker: lets a device sign in there. */
const admissions = new Map<string, (device: Identity) => Promise<void>>()

/** Lets a device sign in at the broker of a portal, and returns its identity there. Only Mosquitto has to be told. */
export async function admitDevice(mqttUrl: string, device: Identity): Promise<Identity> {
  const admit = admissions.get(mqttUrl)
  await admit?.(device)
  return admit ? identityOf(device) : device
}

/** Starts the processes of a portal on a database. */
export async function startOnProcesses(databaseUrl: string, environment: NodeJS.ProcessEnv) {
  const folder = await makeTemporaryDirectory()
  const broker = await startMosquitto(folder, await findFreePort())
  const launched = await launchProcesses({ folder, databaseUrl, brokerUrl: broker.portalUrl, environment })
  admissions.set(broker.url, (device) => broker.admit([userOf(device)]))
  return {
    url: launched.nginx.origin,
    mqttUrl: broker.url,
    async stop() {
      await launched.stop()
      await broker.stop()
      await rm(folder, { recursive: true })
    },
  }
}
