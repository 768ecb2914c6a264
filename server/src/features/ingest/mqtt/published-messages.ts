import type { Client, PublishPacket } from 'aedes'
import type { Intake } from '../intake/intake.ts'
import type { Connection, DeviceConnections } from './device-connections.ts'
import { readBursts } from './message-bursts.ts'
import { recordRefusal, takeMessage } from './mqtt-intake.ts'
import { type ParsedTopic, parseTopic } from './mqtt-topics.ts'

type Done = (error?: Error | null) => void

const nothing = Buffer.alloc(0)
const firstWithProperties = 5

export type PublishedMessages = ReturnType<typeof createPublishedMessages>

/** Receives what devices publish at our broker. */
export function createPublishedMessages(intake: Intake, connections: DeviceConnections) {
  function refuse(
    { device }: Connection,
    topic: ParsedTopic | undefined,
    packet: PublishPacket,
    done: Done,
  ): void {
    const reason = topic && topic.mac !== device.mac ? 'foreign device' : 'wrong topic'
    const said = `${packet.topic.slice(0, 512)} ${String(packet.payload.slice(0, 512))}`
    recordRefusal(intake, device, device.mac, reason, said).then(() => done(new Error(reason)), done)
  }

  /** Takes a message that is acknowledged together with others of its connection. */
  function takeInTurn(
    connection: Connection,
    topic: ParsedTopic,
    payload: Buffer,
    messageId: number | undefined,
  ): void {
    const { device, inProgress } = connection
    inProgress.add()
    takeMessage(intake, { device, name: topic.name, payload, connection }, (error) => {
      if (error) {
        connection.isEnded = true
        inProgress.fail(error)
      } else inProgress.store(messageId)
    })
  }

  return {
    /** Takes a message that the library has parsed, or a last will. */
    take(client: Client | null, packet: PublishPacket, done: Done): void {
      const connection = client && connections.of(client)
      if (!connection) {
        // Only the broker itself publishes without a client: the commands.
        done(client ? new Error('not a device') : null)
        return
      }
      const { device } = connection
      const topic = parseTopic(packet.topic)
      if (!topic || topic.mac !== device.mac || topic.name === 'commands' || packet.retain) {
        refuse(connection, topic, packet, done)
        return
      }
      const payload = asBuffer(packet.payload)
      // The library would keep it until PUBREL.
      packet.payload = nothing
      const message = { device, name: topic.name, payload, connection }
      if (client.closed) {
        // The last will of a connection that we closed does not describe the device's state.
        if (connections.isEnded(connection)) done(null)
        else takeMessage(intake, { ...message, isLastWill: true }, done)
      } else if (packet.qos === 2)
        takeMessage(intake, message, (error) => {
          if (error) connection.isEnded = true
          done(error)
        })
      else {
        connection.topic = topic
        takeInTurn(connection, topic, payload, takeIdentifier(packet))
        done(null)
      }
    },

    /** Takes the messages that arrive right behind another one, without the library. */
    takeBursts(client: Client): void {
      readBursts(client, {
        topic() {
          const connection = connections.of(client)
          const isFollowing =
            connection && connection.inProgress.count > 0 && client.version < firstWithProperties
          return isFollowing ? connection.topic?.bytes : undefined
        },
        take({ payload, messageId }) {
          const connection = connections.of(client)
          if (connection?.topic) takeInTurn(connection, connection.topic, payload, messageId)
        },
      })
    },
  }
}

/** Returns the packet identifier at QoS 1, and leaves nothing for the library to acknowledge. */
function takeIdentifier(packet: PublishPacket): number | undefined {
  if (packet.qos === 0) return undefined
  packet.qos = 0
  return packet.messageId
}

const asBuffer = (payload: string | Buffer) => (typeof payload === 'string' ? Buffer.from(payload) : payload)
