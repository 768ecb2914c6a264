import { expect, test } from 'vitest'
import { runNotifyWorld } from '../../../test/notify-world.ts'

test.each(Array.from({ length: 10 }, (_, n) => n + 1))(
  'of a week of random events with 20 people and 200 subscriptions, exactly those are told whom an independent rule tells, seed %i',
  async (seed) => {
    const world = { seed, startMs: Date.UTC(2027, 9, 30), rounds: 100, users: 20, subscriptions: 200 }
    const { told, expected } = await runNotifyWorld(world)
    expect(told).toEqual(expected)
    expect(expected.length).toBeGreaterThan(500)
  },
  3_600_000,
)
