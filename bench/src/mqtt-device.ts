import { connect, type Socket } from 'node:net'
import type { PortalDevice } from '@eot/server/test/portal-client'
import { connackBytes, connectPacket, pubackBytes, publishPacket } from './mqtt-packets.ts'

const lastMessageId = 0xff_ff

/** A minimal MQTT connection of a device: no library, no timers; acknowledgments are counted by their bytes. */
export class MqttDevice {
  readonly topic: string
  /** Timestamp of its newest reading in epoch ms, set by the generator. */
  at = 0
  acknowledged = 0
  sent = 0
  readonly #socket: Socket
  readonly #onAcknowledged: (device: MqttDevice) => void
  #messageId = 0
  #waiting: Buffer[] = []
  #bytes = 0

  private constructor(socket: Socket, mac: string, onAcknowledged: (device: MqttDevice) => void) {
    this.#socket = socket
    this.#onAcknowledged = onAcknowledged
    this.topic = `eot/${mac}/readings`
  }

  /** Resolves when the broker has accepted the connection. A later connection error ends the whole measurement. */
  static async open(
    port: number,
    { mac, key }: PortalDevice,
    onAcknowledged: (device: MqttDevice) => void,
  ): Promise<MqttDevice> {
    const socket = connect(port, '127.0.0.1')
    socket.setNoDelay(true)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    socket.once('error', reject)
    socket.once('close', () => reject(new Error(`the broker closed the connection of ${mac}`)))
    socket.once('data', (answer) => {
      // Return code 0 means accepted. No other packet follows, since nothing was sent.
      if (answer.length === connackBytes && answer[3] === 0) resolve()
      else reject(new Error(`the broker refused ${mac}`))
    })
    socket.write(connectPacket(mac, key))
    await promise
    socket.removeAllListeners()
    socket.on('error', fail)
    socket.on('close', (hadError) => hadError && fail(new Error('a connection broke')))
    const device = new MqttDevice(socket, mac, onAcknowledged)
    socket.on('data', (chunk) => device.#take(chunk))
    return device
  }

  get inFlight(): number {
    return this.sent - this.acknowledged
  }

  /** Queues a message; `flush` sends all queued messages in one write. */
  publish(payload: string): void {
    this.#messageId = this.#messageId === lastMessageId ? 1 : this.#messageId + 1
    this.#waiting.push(publishPacket(this.topic, this.#messageId, payload))
    this.sent += 1
  }

  flush(): void {
    const [only] = this.#waiting
    if (!only) return
    this.#socket.write(this.#waiting.length === 1 ? only : Buffer.concat(this.#waiting))
    this.#waiting = []
  }

  close(): void {
    this.#socket.removeAllListeners('close')
    this.#socket.destroy()
  }

  /** Without subscriptions, a device receives only PUBACKs. */
  #take(chunk: Buffer): void {
    this.#bytes += chunk.length
    const acknowledged = Math.floor(this.#bytes / pubackBytes)
    if (acknowledged === this.acknowledged) return
    this.acknowledged = acknowledged
    this.#onAcknowledged(this)
  }
}

function fail(error: Error): never {
  throw error
}
