import { EventEmitter } from 'node:events'
import type { Duplex } from 'node:stream'
import { Mac } from '@eot/contract/mac'
import type { Aedes, AuthenticateError } from 'aedes'
import { createConnectionLimits } from '../../../platform/connection-limits.ts'
import { plainAddress } from '../../../platform/http/client-address.ts'
import { repeat } from '../../../platform/jobs/repeat.ts'
import type { Log } from '../../../platform/log.ts'
import type { TlsFiles } from '../../../platform/tls-files.ts'
import { hashSecret } from '../devices/device-directory.ts'
import { validKey } from '../devices/device-entry.ts'
import type { Intake } from '../intake/intake.ts'
import { DeviceBroker } from './device-broker.ts'
import { passOn } from './device-commands.ts'
import { createDeviceConnections, type DeviceConnections } from './device-connections.ts'
import { recordRefusal } from './mqtt-intake.ts'
import { createWebSocketUpgrade, listenOnTcp, listenOnTls, type Upgrade } from './mqtt-listeners.ts'
import { limitPackets } from './mqtt-packet-limit.ts'
import { parseTopic } from './mqtt-topics.ts'
import { createPublishedMessages, type PublishedMessages } from './published-messages.ts'

export interface MqttBroker {
  port: number
  /** null without TLS. */
  tlsPort: number | null
  /** Accepts connections over WebSocket; null for an external broker. */
  upgrade: Upgrade | null
  /** Whether devices can reach the program through the broker. */
  isConnected(): boolean
  close(): Promise<void>
}

interface BrokerSettings {
  port: number
  host: string
  log: Log
  /** Maximum number of open connections, per address and in total. */
  limits: { perAddress: number; total: number }
  tls?: { port: number; files: TlsFiles } | undefined
}

const notAuthorized = 5
const connectTimeoutMs = 5_000
/** QoS 2 messages of a device between PUBLISH and PUBREL, as many as common clients send ahead. */
const mostHalfDone = 20
/** A device needs one, but may write its address in many ways, and subscribe again. */
const mostSubscriptions = 100
const expiryEveryMs = 500

/**
 * Starts the embedded MQTT 3.1.1 broker. Only devices may connect, each to its own topics, and messages are acknowledged when
 * stored.
 */
export async function startBroker(intake: Intake, settings: BrokerSettings): Promise<MqttBroker> {
  const { host, log, limits, tls } = settings
  const connections = createDeviceConnections(intake.directory, intake.now, log)
  const published = createPublishedMessages(intake, connections)
  const broker = await createAedes(intake, connections, published, log)
  const place = {
    host,
    limits: createConnectionLimits({ kind: 'MQTT', ...limits, log }),
    handle(stream: Duplex) {
      const client = broker.handle(stream)
      published.takeBursts(client)
      limitPackets(client, () => {
        const device = connections.of(client)?.device ?? null
        recordRefusal(intake, device, device?.mac ?? null, 'too large', '').catch(() => undefined) // without a database it cannot be recorded
      })
    },
  }
  const tcp = await listenOnTcp({ ...place, port: settings.port })
  const secure = tls && (await listenOnTls({ ...place, ...tls }))
  const webSocket = createWebSocketUpgrade(place)
  const passOnTo = (mac: string) => {
    passOn(intake.commands, mac, async (to, command) => {
      const topic = connections.commandTopicOf(to)
      if (topic === null) return false
      await publish(broker, topic, JSON.stringify(command))
      return true
    }).catch((error: unknown) => log.debug({ err: error, mac }, 'failed to pass on a command'))
  }
  broker.on('subscribe', (subscriptions, client) => {
    const connection = connections.of(client)
    const topic = subscriptions.at(-1)?.topic
    if (!connection || topic === undefined) return
    connection.commandTopic = topic
    passOnTo(connection.device.mac)
  })
  const stopPassingOn = intake.commands.onNew((macs) =>
    macs.filter((mac) => connections.commandTopicOf(mac) !== null).forEach(passOnTo),
  )
  const stopListening = intake.directory.onKeyChange(() => {
    connections
      .checkKeys()
      .catch((error: unknown) => log.error({ err: error }, 'failed to check the keys of connected devices'))
  })
  const expiry = repeat('end-expired-keys', expiryEveryMs, async () => connections.endExpired(), log)
  return {
    port: tcp.port,
    tlsPort: secure?.port ?? null,
    upgrade: webSocket.upgrade,
    isConnected: () => true,
    async close() {
      stopListening()
      stopPassingOn()
      await expiry.stop()
      connections.willEndAll()
      await new Promise<void>((resolve) => broker.close(resolve))
      webSocket.close()
      await Promise.all([tcp.close(), secure?.close()])
    },
  }
}

async function createAedes(
  intake: Intake,
  connections: DeviceConnections,
  published: PublishedMessages,
  log: Log,
): Promise<Aedes> {
  const broker = new DeviceBroker({
    concurrency: 1000,
    connectTimeout: connectTimeoutMs,
    maxInflightInbound: mostHalfDone,
    // No session outlives its connection: messages are stored before they are acknowledged, and none are queued for a
    // device.
    preConnect: (_client, packet, done) => {
      packet.clean = true
      packet.clientId = ''
      done(null, true)
    },
    authenticate: (client, username, password, done) => {
      identify(intake, username, password).then(
        (found) => {
          if (found && !client.closed) {
            connections.add(client, found.device, found.key)
            intake.interfaces.note(found.device, 'Mqtt', addressOf(client.conn))
          }
          done(found ? null : refusal(notAuthorized), found !== undefined)
        },
        // Devices reconnect after a closed connection, while many treat any refusal as final.
        () => client.conn.destroy(),
      )
    },
    authorizePublish: published.takePacket,
    authorizeSubscribe: (client, subscription, done) => {
      const connection = client && connections.of(client)
      const topic = parseTopic(subscription.topic)
      const isOwn = connection && topic?.mac === connection.device.mac && topic.name === 'commands'
      if (connection) connection.subscriptions += 1
      if (isOwn && connection.subscriptions <= mostSubscriptions) done(null, subscription)
      else done(new Error('a device may subscribe to its own commands only'), null)
    },
  })
  await broker.listen()
  // Without a listener, an error of the library would end the program.
  EventEmitter.prototype.on.call(broker, 'error', (error: Error) =>
    log.error({ err: error }, 'the MQTT broker failed'),
  )
  broker.on('keepaliveTimeout', (client) => {
    const connection = connections.of(client)
    // Its pings may have arrived without being read.
    if (connection?.inProgress.isHeld) connection.isEnded = true
  })
  broker.on('ping', (_packet, client) => {
    const connection = connections.of(client)
    if (connection) connection.heardAt = intake.now()
  })
  broker.on('clientError', (client, error) =>
    log.debug({ client: client.id, reason: error.message }, 'MQTT client error'),
  )
  broker.on('connectionError', (_client, error) =>
    log.debug({ reason: error.message }, 'MQTT connection error'),
  )
  return broker
}

function publish(broker: Aedes, topic: string, payload: string): Promise<void> {
  const packet = { cmd: 'publish', topic, payload, qos: 1, retain: false, dup: false } as const
  return new Promise((resolve, reject) => {
    broker.publish(packet, (error) => (error ? reject(error) : resolve()))
  })
}

async function identify(intake: Intake, username: string | undefined, password: Buffer | undefined) {
  const { data: mac } = Mac.safeParse(username)
  const device = mac === undefined ? undefined : await intake.directory.findByMac(mac)
  const key = device && password && validKey(device, hashSecret(password), intake.now())
  if (device && key) return { device, key }
  const sender = (username ?? '').slice(0, 64)
  await recordRefusal(intake, device ?? null, sender, device ? 'wrong key' : 'unknown device', '')
  return undefined
}

function refusal(returnCode: number): AuthenticateError {
  return Object.assign(new Error('refused'), { returnCode })
}

/** Returns the address of a connection over TCP or TLS; null for one over WebSocket. */
const addressOf = (stream: Duplex): string | null =>
  'remoteAddress' in stream && typeof stream.remoteAddress === 'string'
    ? plainAddress(stream.remoteAddress)
    : null
