import { expect, test } from 'vitest'
import { returnAfterKill } from './src/return-after-kill.ts'

// The short form of the nightly test, without its limits on time.
test('after a kill, all live connections return to their rooms by themselves', async () => {
  const { rejoinedAfterMs } = await returnAfterKill(100)
  expect(rejoinedAfterMs).toHaveLength(100)
})
