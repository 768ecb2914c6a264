import { expect, test } from 'vitest'
import { sendSamples } from '../../../../test/send-samples.ts'
import { testIngest } from '../../../../test/test-ingest.ts'

const start = Date.UTC(2026, 10, 20, 9)

test('a stored reading is announced once: not when it is sent again, and not when it is rejected', async () => {
  const app = await testIngest(start)
  const { mac } = await app.make.device()
  const sample = { at: start - 1000, readings: { CO: 1 } }
  await sendSamples(app.ingest, mac, [sample])
  await sendSamples(app.ingest, mac, [sample])
  await sendSamples(app.ingest, mac, [{ at: start, readings: { CO: 9_999_999 } }])
  expect(app.announced).toEqual([start - 1000])
})
