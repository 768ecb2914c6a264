import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import mqttPacket, { type IConnectPacket, type Packet } from 'mqtt-packet'
import { onTestFinished } from 'vitest'

interface Message {
  topic: string
  payload: string
  onAcknowledged?: () => void
}

const version5 = { protocolVersion: 5 } as const
const mostIds = 65_535

/**
 * Starts an MQTT 5 broker for one subscriber. It keeps a message until it is acknowledged and sends it again on the next
 * connection, as brokers do for persistent sessions. Refuses the first `refusals` connections as temporarily unavailable. With
 * `repeats` it also sends up to this many of the last acknowledged messages again on each new connection.
 */
export async function startScriptedBroker({ refusals: refusalsAtFirst = 0, repeats = 0 } = {}) {
  let refusals = refusalsAtFirst
  const connects: IConnectPacket[] = []
  const subscribed: string[] = []
  const commands: { topic: string; payload: string }[] = []
  let hasListeners = true
  const unacknowledged = new Map<number, Message>()
  const acknowledged: Message[] = []
  /** Identifiers of acknowledgments for which there is no message. */
  const stray: number[] = []
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
      if (refusals > 0) {
        refusals -= 1
        send(socket, { cmd: 'connack', sessionPresent: false, reasonCode: 0x88 })
        return void socket.end()
      }
      subscriber = socket
      send(socket, { cmd: 'connack', sessionPresent: connects.length > 1, reasonCode: 0 })
      for (const id of unacknowledged.keys()) deliver(id, true)
      for (const { topic, payload } of acknowledged.splice(0)) publish(topic, payload)
    } else if (packet.cmd === 'subscribe') {
      subscribed.push(...packet.subscriptions.map(({ topic }) => topic))
      send(socket, {
        cmd: 'suback',
        messageId: packet.messageId ?? 0,
        granted: packet.subscriptions.map(() => 1),
      })
    } else if (packet.cmd === 'puback') {
      const message = unacknowledged.get(packet.messageId ?? 0)
      if (!message) stray.push(packet.messageId ?? 0)
      unacknowledged.delete(packet.messageId ?? 0)
      message?.onAcknowledged?.()
      if (message && repeats > 0) acknowledged.push(message)
      if (acknowledged.length > repeats) acknowledged.shift()
    } else if (packet.cmd === 'publish') {
      commands.push({ topic: packet.topic, payload: String(packet.payload) })
      send(socket, { cmd: 'puback', messageId: packet.messageId ?? 0, reasonCode: hasListeners ? 0 : 0x10 })
    } else if (packet.cmd === 'pingreq') {
      send(socket, { cmd: 'pingresp' })
    }
  }

  function send(socket: Socket, packet: Packet): void {
    socket.write(mqttPacket.generate(packet, version5))
  }

  function deliver(messageId: number, dup: boolean): void {
    const message = unacknowledged.get(messageId)
    if (!subscriber || !message) return
    const { topic, payload } = message
    send(subscriber, { cmd: 'publish', topic, payload, qos: 1, messageId, dup, retain: false })
  }

  function publish(topic: string, payload: string, onAcknowledged?: () => void): void {
    const id = nextId
    nextId = (nextId % mostIds) + 1
    unacknowledged.set(id, { topic, payload, ...(onAcknowledged && { onAcknowledged }) })
    deliver(id, false)
  }

  return {
    url: `mqtt://127.0.0.1:${port}`,
    connects,
    subscribed,
    commands,
    unacknowledged,
    stray,
    /** Simulates an outage: closes the connection and accepts no new one. */
    refuse(): void {
      server.close()
      subscriber?.destroy()
    },
    /** Accepts connections again, like a restarted broker that numbers its messages from the start. */
    accept(): void {
      const messages = [...unacknowledged.values()]
      unacknowledged.clear()
      for (const message of messages) unacknowledged.set(nextId++, message)
      server.listen(port, '127.0.0.1')
    },
    /** Refuses the next connections with the code for an unavailable server. */
    refuseNext(count: number): void {
      refusals = count
    },
    /** Closes the connection; the subscriber may return at once. */
    cut(): void {
      subscriber?.destroy()
    },
    /** Sets whether a device has subscribed to commands. */
    listen(does: boolean): void {
      hasListeners = does
    },
    /** Delivers a message of a device to the subscriber. */
    publish,
  }
}
