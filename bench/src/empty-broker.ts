import { createServer } from 'node:net'
import { Aedes } from 'aedes'

// The yardstick for MQTT, in its own process: the same broker with the same settings, which stores nothing.
const broker = await Aedes.createBroker({
  concurrency: 1000,
  authenticate: (_client, _username, _password, done) => done(null, true),
  authorizePublish: (_client, _packet, done) => done(null),
  authorizeForward: () => null,
})
const server = createServer((socket) => {
  socket.setNoDelay(true)
  broker.handle(socket)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address) process.send?.(address.port)
})
