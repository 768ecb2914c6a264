import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { launchProgram } from '@eot/server/test/child-program'
import { startMailSink } from '@eot/server/test/mail-sink'
import { hasMosquitto, startMosquitto } from '@eot/server/test/mosquitto'
import { hasNginx } from '@eot/server/test/nginx'
import type { PortalDevice } from '@eot/server/test/portal-client'
import { startReceiver } from '@eot/server/test/web-receiver'
import { expect, onTestFailed, onTestFinished } from 'vitest'
import { buildPortal } from '../../../scripts/portal-build.ts'
import { clusterUrl, openCluster } from '../citus/cluster.ts'
import { tell } from '../crash/expect-unharmed.ts'
import type { Entrance } from '../crash/sender.ts'
import { findFreePort } from '../free-port.ts'
import { findStored } from './find-stored.ts'
import { startNginx } from './start-nginx.ts'
import { supervise } from './supervise.ts'

export const roles = ['api', 'ingest', 'worker'] as const
const each = 2

/** Names what is missing on this machine. */
export const missing = [
  ...(clusterUrl ? [] : ['CITUS_URL names no coordinator']),
  ...(hasNginx ? [] : ['nginx is not installed']),
  ...(hasMosquitto ? [] : ['mosquitto is not installed']),
].join(', ')

export type Processes = Awaited<ReturnType<typeof startProcesses>>

/**
 * Two processes of each role on a cluster of three database servers, with nginx in front and Mosquitto between devices and
 * processes, as in `deploy/`. All start at once, on an empty database. They are stopped when the test ends.
 */
export async function startProcesses() {
  if (!(await buildPortal())) throw new Error('the portal could not be built')
  const cluster = await openCluster()
  await cluster.addNode()
  const broker = await startMosquitto(cluster.dataDir, await findFreePort())
  onTestFinished(broker.stop)
  const [sink, receiver] = [await startMailSink({ delayMs: 40 }), await startReceiver()]
  onTestFinished(sink.stop)
  onTestFinished(receiver.stop)

  const places = []
  for (const role of roles)
    for (let n = 1; n <= each; n += 1) places.push({ role, name: `${role}-${n}`, port: await findFreePort() })
  const nginx = await startNginx(
    cluster.dataDir,
    places.filter(({ role }) => role === 'api').map(({ port }) => port),
  )
  const environment = {
    DATABASE_URL: cluster.url,
    MQTT_URL: broker.portalUrl,
    SECRET_KEY: randomBytes(32).toString('hex'),
    PUBLIC_URL: nginx.origin,
    TRUST_PROXY: '127.0.0.1',
    SMTP_URL: sink.url,
    EGRESS_ALLOW: '127.0.0.1',
  }
  const programs = places.map(({ role, name, port }) =>
    supervise(name, port, () =>
      launchProgram({
        dataDir: join(cluster.dataDir, name),
        ports: { http: port, mqtt: 0 },
        environment: { ...environment, ROLES: role, MQTT_CLIENT_ID: `eot-live-${name}` },
      }),
    ),
  )
  onTestFinished(async () => {
    await Promise.all(programs.map((program) => program.stop()))
  })

  onTestFailed(() => {
    for (const { name, said } of programs) tell(`${name} said:\n${said.join('\n')}`)
  })

  const areReady = async () => {
    for (const program of programs) program.check()
    return (await Promise.all(programs.map((program) => program.isReady()))).every(Boolean)
  }
  const untilReady = () => expect.poll(areReady, { timeout: 120_000, interval: 50 }).toBe(true)
  await untilReady()
  const stored = findStored(cluster.pool)
  const entrance: Entrance = {
    http: nginx.origin,
    mqtt: broker.url,
    headersOf: (device) => ({ 'x-forwarded-for': addressOf(device) }),
    broker: { identityOf, isStored: stored.has },
  }
  /** Lets devices sign in at the broker, with their addresses and keys. */
  const admit = (devices: readonly PortalDevice[]) =>
    broker.admit(devices.map(identityOf).map(({ mac, key }) => ({ user: mac, password: key })))
  return { cluster, broker, admit, nginx, sink, receiver, programs, entrance, stored, untilReady }
}

/** Mosquitto's names cannot contain colons. */
export function identityOf({ mac, key }: PortalDevice) {
  return { mac: mac.replaceAll(':', '-'), key }
}

/** Gives each device an address in a separate network, since nginx sends clients of one network to the same process. */
function addressOf(device?: PortalDevice): string {
  const last = Number.parseInt(device?.mac.slice(-5).replace(':', '') ?? '0', 16)
  return `10.${last >> 8}.${last & 0xff}.1`
}
