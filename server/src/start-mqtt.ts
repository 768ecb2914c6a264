import type { Config } from './config.ts'
import {
  type Ingest,
  type MqttBroker,
  startBridge,
  startBroker,
  webSocketPath,
} from './features/ingest/index.ts'
import type { Foundation } from './foundation.ts'
import { mostConnections } from './platform/connection-limits.ts'
import { StartRefused } from './platform/start-refused.ts'
import type { Stops } from './platform/stops.ts'
import { openTlsFiles } from './platform/tls-files.ts'
import type { Portal } from './start-portal.ts'

/** Where devices report over MQTT: at the embedded broker, or at another program's, of which we are a client. */
export async function startMqtt(
  { config, log }: Foundation,
  { intake }: Ingest,
  portal: Portal | undefined,
  stops: Stops,
): Promise<MqttBroker> {
  const { mqttUrl: url, mqttClientId: clientId } = config
  const broker = url
    ? await startBridge(intake, { url, clientId, log })
    : await startBroker(intake, {
        port: config.mqttPort,
        host: config.host,
        log,
        limits: connectionLimits(config),
        tls: await openTls({ config, log }, stops),
      })
  stops.add(broker.close)
  if (broker.upgrade) portal?.onUpgrade(webSocketPath, broker.upgrade)
  return broker
}

function connectionLimits({ mqttConnections, mqttConnectionsPerAddress: perAddress }: Config) {
  const most = mostConnections()
  if (mqttConnections !== undefined && mqttConnections > most)
    throw new StartRefused(
      `MQTT_CONNECTIONS is ${mqttConnections}, but this process may hold ${most} connections; raise its limit of open files or lower the setting`,
    )
  // The other half is for people.
  return { perAddress, total: mqttConnections ?? most >> 1 }
}

async function openTls({ config, log }: Pick<Foundation, 'config' | 'log'>, stops: Stops) {
  const { tlsCertFile: certificateFile, tlsKeyFile: keyFile, mqttTlsPort: port } = config
  if (certificateFile === undefined || keyFile === undefined) return undefined
  const files = await openTlsFiles({ certificateFile, keyFile, log })
  stops.add(files.stop)
  return { port, files }
}
