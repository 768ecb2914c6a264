import { once } from 'node:events'
import net from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { listenWide, type WideListener } from './listen-wide.ts'
import { StartRefused } from './start-refused.ts'

const place = { host: '127.0.0.1', setting: 'MQTT_PORT' }

/** Starts a server that ends each connection once the client has ended it. */
async function listening(): Promise<WideListener & { accepted: net.Socket[] }> {
  const accepted: net.Socket[] = []
  const server = net.createServer((socket) => accepted.push(socket.resume()))
  const listener = await listenWide(server, { ...place, port: 0 })
  onTestFinished(listener.close)
  return { ...listener, accepted }
}

const connect = ({ port }: WideListener) => {
  const socket = net.connect(port, place.host)
  onTestFinished(() => void socket.destroy())
  return socket
}

test.skipIf(process.platform !== 'linux')(
  'many waiting connections are accepted in one turn of the event loop',
  async () => {
    const server = await listening()
    const clients = Array.from({ length: 200 }, () => connect(server))
    let most = 0
    for (let before = 0; server.accepted.length < clients.length; before = server.accepted.length) {
      await new Promise<void>((resolve) => setImmediate(resolve))
      most = Math.max(most, server.accepted.length - before)
    }
    expect(most).toBeGreaterThan(1)
  },
)

test('a port in use is refused, also if another program listens in the same way', async () => {
  const { port } = await listening()
  const again = listenWide(net.createServer(), { ...place, port })
  await expect(again).rejects.toThrow(new StartRefused(`port ${port} is in use; set MQTT_PORT to another`))
})

test('closing resolves when the last connection is closed, and the port is free again', async () => {
  const server = await listening()
  const client = connect(server)
  await expect.poll(() => server.accepted.length).toBe(1)
  let isClosed = false
  const closed = server.close().then(() => {
    isClosed = true
  })
  const [error] = await once(connect(server), 'error')
  expect(error).toMatchObject({ code: 'ECONNREFUSED' })
  expect(isClosed).toBe(false)
  client.end()
  await closed
  const next = await listenWide(net.createServer(), { ...place, port: server.port })
  onTestFinished(next.close)
  expect(next.port).toBe(server.port)
})
