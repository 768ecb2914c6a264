import { setImmediate as turn } from 'node:timers/promises'
import type { ReadingsMessage } from '@eot/contract/live'
import { expect, onTestFinished, test, vi } from 'vitest'
import { sendSamples } from '../../../test/send-samples.ts'
import { testIngest } from '../../../test/test-ingest.ts'
import { createLog } from '../../platform/log.ts'
import type { LiveHub } from './live-hub.ts'
import { startLiveReadings } from './live-readings.ts'

test('a reading that another process has stored is sent within a second', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const start = Date.parse('2026-11-20T12:00:00Z')
  const { pool, make, ingest } = await testIngest(start)
  const device = await make.device()
  const sent: ReadingsMessage['Samples'] = []
  const hub: Pick<LiveHub, 'watchedDevices' | 'isWatched' | 'sendReadings'> = {
    watchedDevices: () => [device.id],
    isWatched: () => true,
    sendReadings: (_, samples) => void sent.push(...samples),
  }
  const live = startLiveReadings(hub as LiveHub, pool, createLog('silent'))
  onTestFinished(() => live.stop())
  const store = (at: number, temperature: number) =>
    sendSamples(ingest, device.mac, [{ at, readings: { temperature } }])

  /** Waits for the queries of the second that has passed. `expect.poll` would let more time pass. */
  const untilSent = async (count: number) => {
    while (sent.length < count) await turn()
  }

  await store(start - 2000, 21)
  await vi.advanceTimersByTimeAsync(1000)
  await untilSent(1)
  await store(start - 1000, 22)
  await store(start, 23)
  await vi.advanceTimersByTimeAsync(1000)
  await untilSent(3)
  expect(sent).toEqual([
    [start - 2000, { temperature: 21 }],
    [start - 1000, { temperature: 22 }],
    [start, { temperature: 23 }],
  ])
})
