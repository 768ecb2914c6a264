import { monitorEventLoopDelay } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { seededDice } from '../../../test/hostile-packets.ts'
import { noteFailures } from '../../../test/note-failures.ts'
import { bombard } from '../../../test/send-hostile.ts'
import { testApp } from '../../../test/test-app.ts'
import { connectDevice, testBroker } from '../../../test/test-broker.ts'

const app = await testApp()
const broker = await testBroker(app)
const packets = Number(process.env.PACKETS ?? 1_000_000)
const longestStallMs = 100

test('a million broken packets fail nothing, and none stalls the event loop over 100 ms', async () => {
  const failures = noteFailures()
  const [healthy, attacker] = [await app.make.device(), await app.make.device()]
  const client = await connectDevice(`mqtt://127.0.0.1:${broker.port}`, healthy)
  const seed = Number(process.env.SEED ?? Date.now())
  let longestMs = 0
  // Attackers run in this process too: what is measured is more than the broker's own part.
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  await bombard(broker.port, attacker, {
    packets,
    dice: seededDice(seed),
    async meanwhile() {
      await client.publishAsync(`eot/${healthy.mac}/events`, 'alive', { qos: 1 })
      longestMs = Math.max(longestMs, delay.max / 1e6)
    },
  })
  delay.disable()
  expect(failures, `SEED=${seed}`).toEqual([])
  expect(client.connected, `SEED=${seed}`).toBe(true)
  expect(longestMs, `SEED=${seed}`).toBeLessThanOrEqual(longestStallMs)
})
