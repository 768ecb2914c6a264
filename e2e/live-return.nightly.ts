import { expect, test } from 'vitest'
import { tell } from './src/crash/expect-unharmed.ts'
import { returnAfterKill } from './src/return-after-kill.ts'

/** Set `CONNECTIONS=200` for a quick run. */
const connections = Number(process.env.CONNECTIONS ?? 2000)

const p99 = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0

test('after a kill, 99 % of 2,000 live connections are back within 15 s, and requests meanwhile take at most 500 ms', async () => {
  const { rejoinedAfterMs, requestMs } = await returnAfterKill(connections)
  tell(
    `99 % were back after ${Math.round(p99(rejoinedAfterMs))} ms, all after ${Math.round(Math.max(...rejoinedAfterMs))} ms`,
  )
  tell(`p99 of ${requestMs.length} requests: ${Math.round(p99(requestMs))} ms`)
  expect(rejoinedAfterMs).toHaveLength(connections)
  expect(p99(rejoinedAfterMs)).toBeLessThanOrEqual(15_000)
  expect(p99(requestMs)).toBeLessThanOrEqual(500)
})
