import { startMailSink } from '@eot/server/test/mail-sink'
import { hasMosquitto, startMosquitto } from '@eot/server/test/mosquitto'
import { hasNginx } from '@eot/server/test/nginx'
import type { PortalDevice } from '@eot/server/test/portal-client'
import { startReceiver } from '@eot/server/test/web-receiver'
import { onTestFailed, onTestFinished } from 'vitest'
import { buildPortal } from '../../../scripts/portal-build.ts'
import { clusterUrl, openCluster } from '../citus/cluster.ts'
import { tell } from '../crash/expect-unharmed.ts'
import type { Entrance } from '../crash/sender.ts'
import { findFreePort } from '../free-port.ts'
import { findStored } from './find-stored.ts'
import { launchProcesses } from './launch-processes.ts'
import { identityOf, userOf } from './mosquitto-identity.ts'

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

  const launched = await launchProcesses({
    folder: cluster.dataDir,
    databaseUrl: cluster.url,
    brokerUrl: broker.portalUrl,
    port: await findFreePort(),
    environment: { SMTP_URL: sink.url, EGRESS_ALLOW: '127.0.0.1' },
  })
  const { nginx, programs } = launched
  onTestFinished(launched.stop)
  onTestFailed(() => {
    for (const { name, said } of programs) tell(`${name} said:\n${said.join('\n')}`)
  })
  const stored = findStored(cluster.pool)
  const entrance: Entrance = {
    http: nginx.origin,
    mqtt: broker.url,
    headersOf: (device) => ({ 'x-forwarded-for': addressOf(device) }),
    broker: { identityOf, isStored: stored.has },
  }
  /** Lets devices sign in at the broker, with their addresses and keys. */
  const admit = (devices: readonly PortalDevice[]) => broker.admit(devices.map(userOf))
  return { ...launched, cluster, broker, admit, sink, receiver, entrance, stored }
}

/** Gives each device an address in a separate network, since nginx sends clients of one network to the same process. */
function addressOf(device?: PortalDevice): string {
  const last = Number.parseInt(device?.mac.slice(-5).replace(':', '') ?? '0', 16)
  return `10.${last >> 8}.${last & 0xff}.1`
}
