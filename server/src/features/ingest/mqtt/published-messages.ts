import type { Client, PublishPacket } from 'aedes'
import type { Intake } from '../intake/intake.ts'
import type { Connection, DeviceConnections } from './device-connections.ts'
import { readBursts } from './message-bursts.ts'
import { recordRefusal, takeMessage } from './mqtt-intake.ts'
import { type MessageName, parseTopic } from './mqtt-topics.ts'

type Done = (error?: Error | null) => void

const nothing = Buffer.alloc(0)

export type PublishedMessages = ReturnType<typeof createPublishedMessages>

/** Receives what devices publish at our broker. */
export function createPublishedMessages(intake: Intake, connections: DeviceConnections) {
  /** Quarantines a message on the topic of another device or on none of ours, and ends the connection. */
  function refuse(connection: Connection, { topic, payload }: PublishPacket, done: Done): void {
    const { device } = connection
    connection.isEnded = true // nothing else is read while the refusal is recorded
    const mac = parseTopic(topic)?.mac
    const reason = mac !== undefined && mac !== device.mac ? 'foreign device' : 'wrong topic'
    const said = `${topic.slice(0, 512)} ${String(payload.slice(0, 512))}`
    recordRefusal(intake, device, device.mac, reason, said).then(() => done(new Error(reason)), done)
  }

  /** Takes a message that is acknowledged together with others of its connection. */
  function takeAndAcknowledge(
    connection: Connection,
    name: MessageName,
    payload: Buffer,
    messageId: number | undefined,
  ): void {
    const { client, device, inProgress } = connection
    inProgress.add()
    takeMessage(intake, { device, name, payload, connection }, (error) => {
      if (error) {
        connection.isEnded = true
        client.emit('error', error) // the library closes the connection, so that the device sends the message again
      } else inProgress.store(messageId)
    })
  }

  return {
    /** Takes a message that the library has parsed, or a last will. */
    takePacket(client: Client | null, packet: PublishPacket, done: Done): void {
      const connection = client && connections.of(client)
      if (!connection) {
        done(new Error('not a device'))
        return
      }
      const { device, inProgress } = connection
      const topic = parseTopic(packet.topic)
      const name = topic?.mac === device.mac ? topic.name : undefined
      if (name === undefined || name === 'commands' || packet.retain) {
        refuse(connection, packet, done)
        return
      }
      const payload = asBuffer(packet.payload)
      // The library would keep it until PUBREL.
      packet.payload = nothing
      const message = { device, name, payload, connection }
      if (client.closed) {
        // The last will of a connection that we closed does not describe the device's state.
        if (connections.isEnded(connection)) done(null)
        else takeMessage(intake, { ...message, isLastWill: true }, done)
      } else if (isInvalid(packet)) done(new Error('invalid packet identifier'))
      else if (packet.qos === 2) {
        inProgress.add()
        takeMessage(intake, message, (error) => {
          if (error) connection.isEnded = true
          else inProgress.store(undefined)
          // The library would keep it for a connection that is gone.
          done(error ?? (client.closed ? new Error('the connection has ended') : null))
        })
      } else {
        connection.last = { topic: packet.topic, name }
        takeAndAcknowledge(connection, name, payload, takeIdentifier(packet))
        done(null)
      }
    },

    /** Makes messages of this client that arrive right behind another one be parsed without the library. */
    takeBursts(client: Client): void {
      readBursts(client, {
        following() {
          const connection = connections.of(client)
          if (!connection?.last) return undefined
          const { topic, name } = connection.last
          return {
            topic: Buffer.from(topic),
            take: (payload, messageId) => takeAndAcknowledge(connection, name, payload, messageId),
          }
        },
        isEnded: () => connections.of(client)?.isEnded ?? false,
      })
    },
  }
}

/** The library returns -1 for an identifier that is missing. */
const isInvalid = ({ qos, messageId = 0 }: PublishPacket) => qos > 0 && messageId <= 0

/** Returns the packet identifier at QoS 1, and leaves nothing for the library to acknowledge. */
function takeIdentifier(packet: PublishPacket): number | undefined {
  if (packet.qos === 0) return undefined
  packet.qos = 0
  return packet.messageId
}

const asBuffer = (payload: string | Buffer) => (typeof payload === 'string' ? Buffer.from(payload) : payload)
