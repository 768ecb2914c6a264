import { expect, test } from 'vitest'
import { noteFailures } from '../../../../test/note-failures.ts'
import { bombard } from '../../../../test/send-hostile.ts'
import { testApp } from '../../../../test/test-app.ts'
import { connectDevice, testBroker } from '../../../../test/test-broker.ts'

const app = await testApp()
const broker = await testBroker(app)
const packets = Number(process.env.PACKETS ?? 1_000_000)

test('a million broken packets cause no failure, and none stalls the event loop for more than 100 ms', async () => {
  const failures = noteFailures()
  const [healthy, attacker] = [await app.make.device(), await app.make.device()]
  const client = await connectDevice(`mqtt://127.0.0.1:${broker.port}`, healthy)
  const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
  await bombard(broker.port, attacker, {
    packets,
    seed,
    async meanwhile() {
      await client.publishAsync(`eot/${healthy.mac}/events`, 'alive', { qos: 1 })
    },
  })
  expect(failures, `SEED=${seed}`).toEqual([])
  expect(client.connected, `SEED=${seed}`).toBe(true)
})
