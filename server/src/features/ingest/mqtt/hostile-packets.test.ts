import { expect, test } from 'vitest'
import { noteFailures } from '../../../../test/note-failures.ts'
import { bombard } from '../../../../test/send-hostile.ts'
import { testApp } from '../../../../test/test-app.ts'
import { connectDevice, testBroker } from '../../../../test/test-broker.ts'

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
