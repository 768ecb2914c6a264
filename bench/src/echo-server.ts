import { createServer } from 'node:http'
import { Server } from 'socket.io'

// The yardstick for live delivery, in its own process: the same kind of socket, which only echoes messages.
const server = createServer()
const io = new Server(server, { path: '/ws/', serveClient: false, perMessageDeflate: false })
io.on('connection', (socket) => {
  socket.on('say', (text: string) => socket.emit('say', text))
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address) process.send?.(address.port)
})
