import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkRandomSeries, randomRooms, setClockAfterChanges } from '../../../test/check-random-series.ts'
import { testApp } from '../../../test/test-app.ts'

const app = await testApp()

test('over clock changes in four zones, for 40 random fleets, every figure of every call equals that of the samples, before and after compaction', async () => {
  setClockAfterChanges(app)
  let compacted = 0
  await fc.assert(
    fc.asyncProperty(randomRooms, async (fleet) => {
      compacted += await checkRandomSeries(app, fleet)
    }),
    { numRuns: 40, endOnFailure: true },
  )
  expect(compacted).toBeGreaterThan(0)
})
