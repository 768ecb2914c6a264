import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import mqttPacket, { type IConnectPacket, type Packet } from 'mqtt-packet'
import { onTestFinished } from 'vitest'

const version5 = { protocolVersion: 5 } as const

/**
 * An MQTT 5 broker for one subscriber. Keeps a message until it is acknowledged and sends it again on the next connection,
 * as brokers do for persistent sessions. Refuses the first `refusals` connections as not available yet.
 */
export async function startScriptedBroker({ refusals = 0 } = {}) {
  const connects: IConnectPacket[] = []
  const subscribed: string[] = []
  const commands: { topic: string; payload: string }[] = []
  const unacknowledged = new Map<number, { topic: string; payload: string }>()
  let subscriber: Socket | undefined
  let nextId = 1

  const server = createServer((socket) => {
    const parser = mqttPacket.parser(version5)
    parser.on('packet', (packet) => answer(socket, packet))
    socket.on('data', (bytes) => parser.parse(bytes))
    socket.on('error', () => socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on TCP
  onTestFinished(() => {
    subscriber?.destroy()
    if (server.listening) server.close()
  })

  function answer(socket: Socket, packet: Packet): void {
    if (packet.cmd === 'connect') {
      connects.push(packet)
      if (connects.length <= refusals) {
        send(socket, { cmd: 'connack', sessionPresent: false, reasonCode: 0x88 })
        return void socket.end()
      }
      subscriber = socket
      send(socket, { cmd: 'connack', sessionPresent: connects.length > 1, reasonCode: 0 })
      for (const id of unacknowledged.keys()) deliver(id, true)
    } else if (packet.cmd === 'subscribe') {
      subscribed.push(...packet.subscriptions.map(({ topic }) => topic))
      send(socket, {
        cmd: 'suback',
        messageId: packet.messageId ?? 0,
        granted: packet.subscriptions.map(() => 1),
      })
    } else if (packet.cmd === 'puback') {
      unacknowledged.delete(packet.messageId ?? 0)
    } else if (packet.cmd === 'publish') {
      commands.push({ topic: packet.topic, payload: String(packet.payload) })
      send(socket, { cmd: 'puback', messageId: packet.messageId ?? 0, reasonCode: 0 })
    } else if (packet.cmd === 'pingreq') {
      send(socket, { cmd: 'pingresp' })
    }
  }

  function send(socket: Socket, packet: Packet): void {
    socket.write(mqttPacket.generate(packet, version5))
  }

  function deliver(messageId: number, dup: boolean): void {
    const message = unacknowledged.get(messageId)
    if (subscriber && message)
      send(subscriber, { cmd: 'publish', ...message, qos: 1, messageId, dup, retain: false })
  }

  return {
    url: `mqtt://127.0.0.1:${port}`,
    connects,
    subscribed,
    commands,
    unacknowledged,
    /** Simulates an outage: closes the connection and accepts no new one. */
    refuse(): void {
      server.close()
      subscriber?.destroy()
    },
    /** Delivers a message of a device to the subscriber. */
    publish(topic: string, payload: string): void {
      const id = nextId++
      unacknowledged.set(id, { topic, payload })
      deliver(id, false)
    },
  }
}
