import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createConnectionLimits, mostConnections } from './connection-limits.ts'
import { createLog } from './log.ts'

const log = createLog('silent')

async function listen(limits: { perAddress: number; total: number }) {
  const connections = createConnectionLimits({ kind: 'test', ...limits, log })
  const server = net.createServer((socket) => {
    if (connections.admit(socket)) socket.write('admitted')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const clients: net.Socket[] = []
  onTestFinished(() => {
    for (const client of clients) client.destroy()
    server.close()
  })
  return {
    count: connections.count,
    async connect(localAddress = '127.0.0.1') {
      const { port } = server.address() as AddressInfo // it listens on TCP
      const client = net.connect({ port, host: '127.0.0.1', localAddress })
      clients.push(client)
      client.on('error', () => undefined) // a refused connection may end in a reset
      const isAdmitted = await Promise.race([
        once(client, 'data').then(() => true),
        once(client, 'close').then(() => false),
      ])
      return { client, isAdmitted }
    },
  }
}

test('an address at its limit is refused while other addresses can still connect', async () => {
  const { connect } = await listen({ perAddress: 2, total: 10 })
  const outcomes = [await connect(), await connect(), await connect(), await connect('127.0.0.2')]
  expect(outcomes.map(({ isAdmitted }) => isAdmitted)).toEqual([true, true, false, true])
})

test('all addresses together cannot exceed the total limit', async () => {
  const { connect, count } = await listen({ perAddress: 2, total: 3 })
  const outcomes = [await connect(), await connect(), await connect('127.0.0.2'), await connect('127.0.0.3')]
  expect(outcomes.map(({ isAdmitted }) => isAdmitted)).toEqual([true, true, true, false])
  expect(count()).toBe(3)
})

test('closing a connection makes room for another', async () => {
  const { connect, count } = await listen({ perAddress: 1, total: 1 })
  const first = await connect()
  first.client.destroy()
  await expect.poll(count).toBe(0)
  expect((await connect()).isAdmitted).toBe(true)
})

test.each([
  ['20,000 descriptors leave 256 for files and the database', 20_000, 19_744],
  ['with few descriptors, half are for connections', 300, 150],
])('%s', (_title, openFiles, connections) => {
  expect(mostConnections(openFiles)).toBe(connections)
})

test('the limit derived from this machine leaves room for connections', () => {
  expect(mostConnections()).toBeGreaterThan(16)
})
