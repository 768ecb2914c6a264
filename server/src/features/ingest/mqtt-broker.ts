import net from 'node:net'
import { normalizeMac } from '@eot/contract/devices'
import { ingestLimits } from '@eot/contract/ingest'
import { Aedes, type AuthenticateError, type Client } from 'aedes'
import type { Log } from '../../platform/log.ts'
import { refusedPort } from '../../platform/refused-port.ts'
import { isKeyOf } from './device-directory.ts'
import type { DeviceEntry } from './device-entry.ts'
import type { Intake } from './intake.ts'
import { recordRefusal, takeMessage } from './mqtt-intake.ts'
import { commandTopic, parseTopic } from './mqtt-topics.ts'

export interface MqttBroker {
  port: number
  /** Sends a command to a device; it gets it if it is connected and listens. */
  command(mac: string, command: object): Promise<void>
  /** Whether devices can reach us through it. */
  isConnected(): boolean
  close(): Promise<void>
}

const notAuthorized = 5

/** The embedded MQTT 3.1.1 broker: devices only, each on its own topics, acknowledged when stored. */
export async function startBroker(
  intake: Intake,
  { port, host, log }: { port: number; host: string; log: Log },
): Promise<MqttBroker> {
  const devices = new WeakMap<Client, DeviceEntry>()
  /** The connection a device has now: a second one takes over from the first. */
  const current = new Map<string, Client>()
  const broker = await Aedes.createBroker({
    concurrency: 1000,
    authenticate: (client, username, password, done) => {
      identify(intake, username, password).then(
        (device) => {
          if (device) {
            devices.set(client, device)
            current.set(device.mac, client)
          }
          done(device ? null : refusal(notAuthorized), device !== undefined)
        },
        // Hung up on, a device comes back; many take a refusal, of whatever kind, for the last word.
        () => client.conn.destroy(),
      )
    },
    authorizePublish: (client, packet, done) => {
      const device = client && devices.get(client)
      if (!client || !device) {
        // Only the broker itself publishes without a client: the commands.
        done(client ? new Error('not a device') : null)
        return
      }
      const topic = parseTopic(packet.topic)
      if (!topic || topic.mac !== device.mac || topic.name === 'commands' || packet.retain) {
        const reason = topic && topic.mac !== device.mac ? 'foreign device' : 'wrong topic'
        recordRefusal(
          intake,
          device,
          device.mac,
          reason,
          `${packet.topic} ${String(packet.payload).slice(0, 512)}`,
        ).then(() => done(new Error(reason)), done)
        return
      }
      // The last will of a connection that another has taken over says nothing about the device.
      const isReplaced = client.closed && current.get(device.mac) !== client
      if (isReplaced && topic.name === 'status') done(null)
      else takeMessage(intake, device, packet.topic, asBuffer(packet.payload)).then(() => done(), done)
    },
    authorizeSubscribe: (client, subscription, done) => {
      const device = devices.get(client)
      const isOwn = device !== undefined && subscription.topic === commandTopic(device.mac)
      done(
        isOwn ? null : new Error('a device may listen to its own commands only'),
        isOwn ? subscription : null,
      )
    },
    // Nobody listens to what devices send but ourselves, and we have it already.
    authorizeForward: (_client, packet) => (packet.topic.endsWith('/commands') ? packet : null),
  })
  broker.on('clientDisconnect', (client) => {
    const mac = devices.get(client)?.mac
    if (mac && current.get(mac) === client) current.delete(mac)
  })
  broker.on('clientError', (client, error) =>
    log.debug({ client: client.id, reason: error.message }, 'an MQTT client failed'),
  )
  broker.on('connectionError', (_client, error) =>
    log.debug({ reason: error.message }, 'an MQTT connection failed'),
  )
  const server = net.createServer((socket) => {
    socket.setNoDelay(true)
    refuseLargePackets(socket, broker.handle(socket), devices, intake)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(refusedPort(error, port, 'MQTT_PORT')))
    server.listen(port, host, resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    command: (mac, command) =>
      new Promise((resolve, reject) => {
        const packet = {
          cmd: 'publish',
          topic: commandTopic(mac),
          payload: JSON.stringify(command),
          qos: 1,
          retain: false,
          dup: false,
        } as const
        broker.publish(packet, (error) => (error ? reject(error) : resolve()))
      }),
    isConnected: () => true,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      await new Promise<void>((resolve) => broker.close(resolve))
      await closed
    },
  }
}

async function identify(
  intake: Intake,
  username: string | undefined,
  password: Buffer | undefined,
): Promise<DeviceEntry | undefined> {
  const mac = normalizeMac(username ?? '')
  const device = mac.length === 17 ? await intake.directory.findByMac(mac) : undefined
  if (device && password && isKeyOf(device, password)) return device
  await recordRefusal(
    intake,
    device ?? null,
    (username ?? '').slice(0, 64),
    device ? 'wrong key' : 'unknown device',
    '',
  )
  return undefined
}

function refusal(returnCode: number): AuthenticateError {
  return Object.assign(new Error('refused'), { returnCode })
}

const asBuffer = (payload: string | Buffer) => (typeof payload === 'string' ? Buffer.from(payload) : payload)

/** The parser would gather a packet of any announced size; beyond the limit the connection ends instead. */
function refuseLargePackets(
  socket: net.Socket,
  client: Client,
  devices: WeakMap<Client, DeviceEntry>,
  intake: Intake,
): void {
  const most = ingestLimits.messageBytes + 64 * 1024
  let atLastPacket = 0
  const parser: { on(event: 'packet', listener: () => void): void } = Reflect.get(client, '_parser') // aedes offers no limit of its own
  parser.on('packet', () => {
    atLastPacket = socket.bytesRead
  })
  socket.on('readable', () => {
    if (socket.bytesRead - atLastPacket <= most) return
    socket.destroy()
    const device = devices.get(client) ?? null
    recordRefusal(intake, device, device?.mac ?? null, 'too large', '').catch(() => undefined) // the database is away: nothing to note it in
  })
}
