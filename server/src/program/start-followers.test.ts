import { expect, test, vi } from 'vitest'
import { localSignal, readableLog, testEvents } from '../../test/test-events.ts'
import { listLags } from '../features/events/index.ts'
import { systemClock } from '../platform/clock.ts'
import { executeIn } from '../platform/db/execute.queries.ts'
import { createStops } from '../platform/stops.ts'
import { startFollowers } from './start-followers.ts'

test('followers run until shutdown, and handle the remaining events after the next start', async () => {
  const { url, db, append, note, seen } = await testEvents()
  const { log, lines } = readableLog()
  const parts = {
    databaseUrl: url,
    signal: localSignal(),
    log,
    clock: systemClock,
    countFailure: () => undefined,
  }
  const followers = ['a', 'b'].map((name) => ({
    name,
    handle: (tx: Parameters<typeof note>[0], events: readonly { seq: number }[]) => note(tx, name, events),
  }))
  const first = createStops(log)
  await startFollowers(parts, first, followers)
  await append(2)
  await vi.waitFor(
    async () =>
      expect([await seen('a'), await seen('b')]).toEqual([
        [1, 2],
        [1, 2],
      ]),
    60_000,
  )
  await first.run()
  await append()
  expect(await listLags(executeIn(db))).toEqual([
    { name: 'a', count: 1 },
    { name: 'b', count: 1 },
  ])
  const second = createStops(log)
  await startFollowers(parts, second, followers)
  await vi.waitFor(
    async () =>
      expect([await seen('a'), await seen('b')]).toEqual([
        [1, 2, 3],
        [1, 2, 3],
      ]),
    60_000,
  )
  await second.run()
  expect(lines).toEqual([])
})
