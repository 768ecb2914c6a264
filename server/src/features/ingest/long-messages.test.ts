import { once } from 'node:events'
import { connect } from 'node:net'
import { generate } from 'mqtt-packet'
import { expect, onTestFinished, test } from 'vitest'
import { longestStallMs, watchStalls } from '../../../test/stall-watch.ts'
import { testApp } from '../../../test/test-app.ts'
import { connectPacket, testBroker } from '../../../test/test-broker.ts'

const app = await testApp()
const broker = await testBroker(app)
const http = new URL(await app.server.listen({ port: 0, host: '127.0.0.1' }))

const messageWith = (kinds: number) =>
  `{"readings":{"noise":41,${Array.from({ length: kinds }, (_, n) => `"unknown${n}":1`)}}}`

async function openSocket(port: number) {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  return socket
}

test('long messages with thousands of unknown kinds, which ten devices send over MQTT at once, cause no stall', async () => {
  const payload = messageWith(6000)
  const messages = 20
  const senders = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const device = await app.make.device()
      const socket = await openSocket(broker.port)
      socket.write(connectPacket(device))
      await once(socket, 'data')
      const topic = `eot/${device.mac}/readings`
      const packet = (messageId: number) =>
        generate({ cmd: 'publish', topic, payload, qos: 1, messageId, dup: false, retain: false })
      return { socket, bytes: Buffer.concat(Array.from({ length: messages }, (_, n) => packet(n + 1))) }
    }),
  )
  const stalls = watchStalls()
  await Promise.all(
    senders.map(async ({ socket, bytes }) => {
      socket.write(bytes)
      // Each acknowledgment has four bytes.
      for (let received = 0; received < messages * 4; ) received += (await once(socket, 'data'))[0].length
    }),
  )
  expect(await stalls.longestMs()).toBeLessThanOrEqual(longestStallMs)
})

test('nor do those that forty devices send over HTTP at once', async () => {
  const payload = messageWith(15_000)
  const senders = await Promise.all(
    Array.from({ length: 40 }, async () => {
      const { mac, key } = await app.make.device()
      const authorization = `Basic ${Buffer.from(`${mac}:${key}`).toString('base64')}`
      const head = [
        'POST /api/ingest/readings HTTP/1.1',
        'host: x',
        'content-type: application/json',
        `authorization: ${authorization}`,
      ]
      const request = `${head.join('\r\n')}\r\ncontent-length: ${payload.length}\r\n\r\n${payload}`
      return { socket: await openSocket(Number(http.port)), request }
    }),
  )
  const stalls = watchStalls()
  const answers = await Promise.all(
    senders.map(async ({ socket, request }) => {
      socket.write(request)
      return String((await once(socket, 'data'))[0]).split('\r\n')[0]
    }),
  )
  expect(await stalls.longestMs()).toBeLessThanOrEqual(longestStallMs)
  expect(new Set(answers)).toEqual(new Set(['HTTP/1.1 202 Accepted']))
})
