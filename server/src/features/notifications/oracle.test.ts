import { expect, test } from 'vitest'
import { runNotifyWorld } from '../../../test/notify-world.ts'

// Two tests, since each of them runs for half a minute on a busy machine.
test.each([
  ['in Berlin', Date.UTC(2027, 9, 30, 20)],
  ['in America', Date.UTC(2027, 10, 6, 20)],
])(
  'of random events over a change of clocks %s, exactly those are told whom an independent rule tells',
  async (_where, startMs) => {
    const world = { seed: startMs, startMs, rounds: 15, users: 8, subscriptions: 20 }
    const { told, expected, emails, texts } = await runNotifyWorld(world)
    expect(told).toEqual(expected)
    expect(expected.length).toBeGreaterThan(20)
    expect(emails).toBeGreaterThan(5)
    expect(texts).toBeGreaterThan(2)
  },
)
