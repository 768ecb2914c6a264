import { hostname } from 'node:os'
import { normalizeMac } from '@eot/contract/devices'
import mqtt from 'mqtt'
import { errorCode } from '../../platform/error-code.ts'
import type { Log } from '../../platform/log.ts'
import type { Intake } from './intake.ts'
import type { MqttBroker } from './mqtt-broker.ts'
import { recordRefusal, takeMessage } from './mqtt-intake.ts'
import { commandTopic, parseTopic } from './mqtt-topics.ts'

/** One group for all processes: the broker gives each message to one of them. */
const subscriptions = ['readings', 'status', 'events'].map((name) => `$share/eot/eot/+/${name}`)

/**
 * Takes what devices publish at an external broker, MQTT 3.1.1 or 5. The broker knows the devices and keeps each to its
 * own topics; a message is acknowledged to it after the commit.
 */
export async function startBridge(
  intake: Intake,
  { url, log }: { url: string; log: Log },
): Promise<MqttBroker> {
  const client = mqtt.connect(url, {
    protocolVersion: 5,
    clean: false,
    properties: { sessionExpiryInterval: 86_400, receiveMaximum: 1000 },
    // The same after a restart, so that the broker hands over what it kept; another for each container.
    clientId: `eot-live-${hostname()}-${process.pid}`,
    reconnectPeriod: 1000,
    manualConnect: true,
  })
  client.handleMessage = (packet, acknowledge) => {
    take(intake, packet.topic, asBuffer(packet.payload)).then(
      () => acknowledge(),
      (error: unknown) => {
        // Not acknowledged: the broker sends it again after the reconnect.
        log.warn({ err: error, code: errorCode(error) }, 'a message of the broker could not be stored')
        client.reconnect()
      },
    )
  }
  client.on('connect', () => {
    client
      .subscribeAsync(subscriptions, { qos: 1 })
      .catch((error: unknown) => log.error({ err: error }, 'the broker refused the subscription'))
  })
  client.on('error', (error) => log.warn({ reason: error.message }, 'the MQTT broker cannot be reached'))
  client.connect()
  return {
    port: Number(new URL(url).port || 1883),
    command: async (mac, command) => {
      await client.publishAsync(commandTopic(mac), JSON.stringify(command), { qos: 1 })
    },
    close: () => client.endAsync(),
  }
}

async function take(intake: Intake, topic: string, payload: Buffer): Promise<void> {
  const parsed = parseTopic(topic)
  const device = parsed && (await intake.directory.findByMac(parsed.mac))
  if (device) return takeMessage(intake, device, topic, payload)
  const mac = normalizeMac(topic.split('/')[1] ?? '')
  return recordRefusal(
    intake,
    null,
    mac,
    parsed ? 'unknown device' : 'wrong topic',
    payload.toString('utf8', 0, 1024),
  )
}

const asBuffer = (payload: string | Buffer) => (typeof payload === 'string' ? Buffer.from(payload) : payload)
