import { createServer } from 'node:net'
import { Aedes } from 'aedes'

// The yardstick of MQTT as a program of its own: the same broker, set up the same way, which keeps nothing.
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
