import {
  type Ingest,
  type MqttBroker,
  startBridge,
  startBroker,
  webSocketPath,
} from '../features/ingest/index.ts'
import type { Stops } from '../platform/stops.ts'
import { connectionShare } from './connection-share.ts'
import type { Foundation } from './foundation.ts'
import type { Portal } from './start-portal.ts'

/** Starts receiving device messages over MQTT: through the embedded broker, or as a client of an external one. */
export async function startMqtt(
  { config, log, tls }: Foundation,
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
        limits: {
          perAddress: config.mqttConnectionsPerAddress,
          total: connectionShare('MQTT_CONNECTIONS', config.mqttConnections),
        },
        tls: tls && { port: config.mqttTlsPort, files: tls },
      })
  stops.add(broker.close)
  if (broker.upgrade) portal?.onUpgrade(webSocketPath, broker.upgrade)
  return broker
}
