import { hostname } from 'node:os'
import { normalizeMac } from '@eot/contract/devices'
import mqtt, { type IPublishPacket, type MqttClient } from 'mqtt'
import { errorCode } from '../../../platform/error-code.ts'
import type { Log } from '../../../platform/log.ts'
import type { Intake } from '../intake/intake.ts'
import type { MqttBroker } from './mqtt-broker.ts'
import { recordRefusal, takeMessage } from './mqtt-intake.ts'
import { commandTopic, parseTopic } from './mqtt-topics.ts'

/** Messages taken from the broker and not stored yet, at most: some commits' worth. */
const mostUnacknowledged = 2000
/** How long the broker keeps messages for a program that is away. */
const sessionSeconds = 7 * 86_400

/** One group for all processes: the broker gives each message to one of them. */
const subscriptions = ['readings', 'status', 'events'].map((name) => `$share/eot/eot/+/${name}`)

/**
 * Takes what devices publish at an external broker, MQTT 3.1.1 or 5. The broker knows the devices and keeps each to its
 * own topics; a message is acknowledged to it after the commit. Under `clientId` it keeps messages for this program while
 * it is away: the same after a restart, another for each of several programs.
 */
export async function startBridge(
  intake: Intake,
  { url, clientId = `eot-live-${hostname()}`, log }: { url: string; clientId?: string | undefined; log: Log },
): Promise<MqttBroker> {
  const client = mqtt.connect(url, {
    protocolVersion: 5,
    clean: false,
    properties: { sessionExpiryInterval: sessionSeconds, receiveMaximum: mostUnacknowledged },
    clientId,
    reconnectPeriod: 1000,
    manualConnect: true,
  })
  client.handleMessage = (packet, goOn) => {
    const { stream } = client
    take(intake, packet.topic, asBuffer(packet.payload)).then(
      // A message's number means something on its own connection only.
      () => client.stream === stream && acknowledge(client, packet),
      (error: unknown) => {
        log.warn({ err: error, code: errorCode(error) }, 'a message of the broker could not be stored')
        stream.destroy() // the broker sends it again after the reconnect
      },
    )
    // The next is taken at once, so that many are stored together; for an error the library leaves this one unacknowledged.
    goOn(new Error('acknowledged after the commit'))
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
    tlsPort: null,
    upgrade: null,
    command: async (mac, command) => {
      await client.publishAsync(commandTopic(mac), JSON.stringify(command), { qos: 1 })
    },
    isConnected: () => client.connected,
    close: () => client.endAsync(),
  }
}

async function take(intake: Intake, topic: string, payload: Buffer): Promise<unknown> {
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

function acknowledge(client: MqttClient, { qos, messageId }: IPublishPacket): void {
  if (qos !== 1) return
  // The library itself acknowledges at once or never, and offers no call for later.
  Reflect.apply(Reflect.get(client, '_sendPacket'), client, [{ cmd: 'puback', messageId, reasonCode: 0 }])
}

const asBuffer = (payload: string | Buffer) => (typeof payload === 'string' ? Buffer.from(payload) : payload)
