import { hostname } from 'node:os'
import { normalizeMac } from '@eot/contract/mac'
import mqtt, { type IPublishPacket, type MqttClient } from 'mqtt'
import { errorCode } from '../../../platform/error-code.ts'
import type { Log } from '../../../platform/log.ts'
import type { Intake } from '../intake/intake.ts'
import { passOn } from './device-commands.ts'
import type { MqttBroker } from './mqtt-broker.ts'
import { recordRefusal, takeAndWait } from './mqtt-intake.ts'
import { commandTopics, parseTopic } from './mqtt-topics.ts'

/** Maximum number of messages received from the broker but not yet stored: enough for several commits. */
const mostUnacknowledged = 2000
/** How long the broker queues messages for a disconnected program. */
const sessionSeconds = 7 * 86_400
/** Mosquitto loses messages received after a restart until processes have subscribed again. */
const againAfterMs = 200
/**
 * How long a connection lasts after a message could not be stored: until what has arrived before is stored and acknowledged. The
 * broker sends all else again on the next connection.
 */
const afterFailureMs = 1000

/** The reason in an acknowledgment of MQTT 5 (section 3.4.2.1) if no client has subscribed to the topic. */
const noSubscribers = 0x10

/** One shared group for all processes: the broker delivers each message to one of them. */
const subscriptions = ['readings', 'status', 'events'].map((name) => `$share/eot/eot/+/${name}`)

/**
 * Receives what devices publish at an external broker, over MQTT 3.1.1 or 5. The broker authenticates the devices and
 * restricts each to its own topics; a message is acknowledged after the commit. Under `clientId` the broker queues
 * messages while this program is disconnected: keep it across restarts, and use a different one for each process.
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
    reconnectPeriod: againAfterMs,
    // The library would subscribe again in new sessions only. Mosquitto keeps sessions when it restarts, but not their shared
    // subscriptions.
    resubscribe: false,
    // A broker may refuse while it starts; by default the library would then never reconnect.
    reconnectOnConnackError: true,
    manualConnect: true,
  })
  const publish = publisherOf(client)
  const passOnTo = (mac: string) => {
    if (!client.connected) return
    const publishTo = async (to: string, command: object) => {
      const topics = commandTopics(to)
      const heard = await Promise.all(topics.map((topic) => publish(topic, JSON.stringify(command))))
      return heard.includes(true)
    }
    passOn(intake.commands, mac, publishTo).catch((error: unknown) =>
      log.debug({ err: error, mac }, 'failed to pass on a command'),
    )
  }
  const stopPassingOn = intake.commands.onNew((macs) => macs.forEach(passOnTo))
  /** Connections on which a message could not be stored. */
  const failing = new WeakSet<typeof client.stream>()
  client.handleMessage = (packet, goOn) => {
    const { stream } = client
    // Brokers do not redeliver messages with QoS 0.
    if (packet.qos === 0 || !failing.has(stream))
      take(intake, passOnTo, packet.topic, asBuffer(packet.payload)).then(
        // A packet identifier is valid only on its own connection. Without one, the library would keep it for the next.
        () => client.connected && client.stream === stream && acknowledge(client, packet),
        (error: unknown) => {
          if (failing.has(stream)) return
          failing.add(stream)
          log.warn({ err: error, code: errorCode(error) }, 'failed to store a message from the broker')
          setTimeout(() => stream.destroy(), afterFailureMs).unref()
        },
      )
    // Receives the next message at once, so that many are stored together; on an error the library leaves this one
    // unacknowledged.
    goOn(new Error('acknowledged after the commit'))
  }
  /** Reasons already logged since the connection was lost. */
  const logged = new Set<string>()
  client.on('connect', () => {
    logged.clear()
    client.subscribeAsync(subscriptions, { qos: 1 }).catch((error: unknown) => {
      if (client.connected) log.error({ err: error }, 'the broker refused the subscription')
    })
  })
  client.on('error', ({ message: reason }) => {
    if (!logged.has(reason)) log.warn({ reason }, 'the MQTT broker cannot be reached')
    logged.add(reason)
  })
  client.connect()
  return {
    port: Number(new URL(url).port || 1883),
    tlsPort: null,
    upgrade: null,
    isConnected: () => client.connected,
    close: () => {
      stopPassingOn()
      return client.endAsync()
    },
  }
}

async function take(
  intake: Intake,
  passOnTo: (mac: string) => void,
  topic: string,
  payload: Buffer,
): Promise<unknown> {
  const parsed = parseTopic(topic)
  const name = parsed?.name === 'commands' ? undefined : parsed?.name
  const device = parsed && (await intake.directory.findByMac(parsed.mac))
  if (device && name) {
    intake.interfaces.note(device, 'Mqtt', null)
    // A device publishes that it is online after it has subscribed; the broker queues nothing for a new session.
    if (name === 'status') passOnTo(device.mac)
    return takeAndWait(intake, { device, name, payload })
  }
  const mac = normalizeMac(topic.split('/')[1] ?? '')
  return recordRefusal(
    intake,
    null,
    mac,
    name ? 'unknown device' : 'wrong topic',
    payload.toString('utf8', 0, 1024),
  )
}

/** Returns a function that publishes a message. It returns false if the broker says that nobody has subscribed to the topic. */
function publisherOf(client: MqttClient) {
  const unheard = new Set<number>()
  // The library does not pass this reason on.
  client.on('packetreceive', (packet) => {
    if (packet.cmd === 'puback' && packet.reasonCode === noSubscribers && packet.messageId !== undefined)
      unheard.add(packet.messageId)
  })
  // Message ids are reused on the next connection.
  client.on('close', () => unheard.clear())
  return async (topic: string, payload: string): Promise<boolean> => {
    const published = await client.publishAsync(topic, payload, { qos: 1 })
    return published?.messageId === undefined || !unheard.delete(published.messageId)
  }
}

function acknowledge(client: MqttClient, { qos, messageId }: IPublishPacket): void {
  if (qos !== 1) return
  // The library itself can only acknowledge at once or never.
  Reflect.apply(Reflect.get(client, '_sendPacket'), client, [{ cmd: 'puback', messageId, reasonCode: 0 }])
}

const asBuffer = (payload: string | Buffer) => (typeof payload === 'string' ? Buffer.from(payload) : payload)
