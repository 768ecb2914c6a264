import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { Aedes } from 'aedes'
import { onTestFinished } from 'vitest'

/** Starts an MQTT broker that accepts everything from everybody and keeps retained messages, like that of Home Assistant. */
export async function startOpenBroker() {
  const broker = await Aedes.createBroker()
  const server = createServer((socket) => void broker.handle(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  /** The retained messages by topic. */
  const retained = new Map<string, string>()
  broker.on('publish', ({ topic, payload, retain }) => {
    if (!retain || topic.startsWith('$SYS')) return
    if (payload.length === 0) retained.delete(topic)
    else retained.set(topic, payload.toString())
  })
  onTestFinished(async () => {
    await new Promise<void>((resolve) => broker.close(resolve))
    server.close()
  })
  const { port } = server.address() as AddressInfo // it listens on TCP
  return { url: `mqtt://127.0.0.1:${port}`, retained, broker }
}
