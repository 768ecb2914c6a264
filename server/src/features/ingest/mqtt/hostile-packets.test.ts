import { once } from 'node:events'
import { connect } from 'node:net'
import { generate } from 'mqtt-packet'
import { expect, onTestFinished, test } from 'vitest'
import { noteFailures } from '../../../../test/note-failures.ts'
import { bombard } from '../../../../test/send-hostile.ts'
import { longestStallMs, watchStalls } from '../../../../test/stall-watch.ts'
import { testApp } from '../../../../test/test-app.ts'
import { connectDevice, connectPacket, testBroker } from '../../../../test/test-broker.ts'

const app = await testApp()
const broker = await testBroker(app)
const packets = 5000

test('a healthy device keeps reporting while 5,000 broken packets arrive, and none causes a failure or stall', async () => {
  const failures = noteFailures()
  const [healthy, attacker] = [await app.make.device(), await app.make.device()]
  const client = await connectDevice(`mqtt://127.0.0.1:${broker.port}`, healthy)
  const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
  const start = Date.now() - 86_400_000
  let reported = 0
  await bombard(broker.port, attacker, {
    packets,
    seed,
    async meanwhile() {
      const sample = JSON.stringify({ at: start + reported, readings: { noise: 41 } })
      await client.publishAsync(`eot/${healthy.mac}/readings`, sample, { qos: 1 })
      reported += 1
    },
  })
  expect(failures, `SEED=${seed}`).toEqual([])
  const { rows } = await app.pool.query('select 1 from reading where device_no = $1', [healthy.no])
  expect(rows).toHaveLength(reported)
  expect(client.connected).toBe(true)
})

test('long messages with thousands of unknown kinds, which ten devices send at once, cause no stall', async () => {
  const payload = `{"readings":{"noise":41,${Array.from({ length: 6000 }, (_, n) => `"unknown${n}":1`)}}}`
  const messages = 20
  const senders = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const device = await app.make.device()
      const socket = connect(broker.port, '127.0.0.1')
      onTestFinished(() => void socket.destroy())
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
