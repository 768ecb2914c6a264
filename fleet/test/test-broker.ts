import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { Aedes, type AuthenticateError } from 'aedes'

export interface ReceivedMessage {
  readonly mac: string
  readonly topic: string
  readonly text: string
  readonly qos: number
  readonly retain: boolean
}

/** A real MQTT broker in this process that checks credentials and topics as strictly as the product's broker. */
export interface TestBroker {
  readonly url: string
  readonly messages: ReceivedMessage[]
  /** MAC addresses in order of connection. */
  readonly connections: string[]
  /** Parsed payloads received on `eot/{mac}/{name}`. */
  received<T>(mac: string, name: string): T[]
  /** Withholds every PUBACK until the returned function is called. */
  holdAcknowledgments(): () => void
  command(mac: string, payload: string): void
  cutEverybodyOff(): void
  stopListening(): Promise<void>
  listenAgain(): Promise<void>
  /** Resolves as soon as the condition holds; checked on every event of the broker. */
  until(condition: () => boolean): Promise<void>
  close(): Promise<void>
}

export async function startBroker(keys: Readonly<Record<string, string>>): Promise<TestBroker> {
  const messages: ReceivedMessage[] = []
  const connections: string[] = []
  const parsed = new Map<string, unknown[]>()
  const macs = new WeakMap<object, string>()
  const sockets = new Set<Socket>()
  const watchers = new Set<() => void>()
  const look = () => {
    for (const watch of [...watchers]) watch()
  }
  let gate: Promise<void> | undefined

  const broker = await Aedes.createBroker({
    authenticate(client, username, password, done) {
      const refusal = Object.assign(new Error('bad user or password'), { returnCode: 4 })
      if (!username || keys[username] === undefined || keys[username] !== password?.toString()) {
        return done(refusal as AuthenticateError, false) // the enum of return codes does not exist at run time
      }
      macs.set(client, username)
      connections.push(username)
      done(null, true)
    },
    authorizePublish(client, packet, done) {
      const mac = client ? (macs.get(client) ?? '') : ''
      const own = ['readings', 'status', 'events'].map((name) => `eot/${mac}/${name}`)
      if (!own.includes(packet.topic)) return done(new Error('not your topic'))
      const settle = () => {
        const { topic, qos, retain } = packet
        const text = packet.payload.toString()
        messages.push({ mac, topic, text, qos, retain })
        const values = parsed.get(topic) ?? []
        if (values.push(parsedOrText(text)) === 1) parsed.set(topic, values)
        done(null)
        look()
      }
      if (gate) gate.then(settle)
      else settle()
    },
  })
  broker.on('clientReady', look)
  broker.on('clientDisconnect', look)
  broker.on('subscribe', look)

  const newServer = (): Server =>
    createServer((socket) => {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
      socket.on('error', () => {}) // a device that loses power resets its connection
      broker.handle(socket)
    })
  let server = newServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a TCP server always has an AddressInfo

  const cutEverybodyOff = () => {
    for (const socket of sockets) socket.destroy()
  }
  const stopListening = async () => {
    const closed = once(server, 'close')
    server.close()
    cutEverybodyOff()
    await closed
  }

  return {
    url: `mqtt://127.0.0.1:${port}`,
    messages,
    connections,
    received: <T>(mac: string, name: string): T[] => [...(parsed.get(`eot/${mac}/${name}`) ?? [])] as T[], // the test knows the type of what it sent
    holdAcknowledgments() {
      const { promise, resolve } = Promise.withResolvers<void>()
      gate = promise
      return () => {
        gate = undefined
        resolve()
      }
    },
    command(mac, payload) {
      broker.publish(
        {
          cmd: 'publish',
          topic: `eot/${mac}/commands`,
          payload: Buffer.from(payload),
          qos: 1,
          dup: false,
          retain: false,
        },
        () => {},
      )
    },
    cutEverybodyOff,
    stopListening,
    async listenAgain() {
      server = newServer()
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
    until: (condition) =>
      new Promise((resolve) => {
        const watch = () => {
          if (!condition()) return
          watchers.delete(watch)
          resolve()
        }
        watchers.add(watch)
        watch()
      }),
    async close() {
      if (server.listening) await stopListening()
      await new Promise<void>((resolve) => broker.close(resolve))
    },
  }
}

function parsedOrText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text // invalid JSON is kept as text
  }
}
