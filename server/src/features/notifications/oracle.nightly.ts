import { expect, test } from 'vitest'
import { runNotifyWorld } from '../../../test/notify-world.ts'

const worlds = 10

/** Each run starts a few hours before a clock change, in Berlin or in the United States. */
test.each(
  Array.from({ length: worlds }, (_, index) => ({
    seed: Number(process.env.SEED ?? Date.now() % 2 ** 31) + index,
    startMs: index % 2 === 0 ? Date.UTC(2027, 9, 30, 20) : Date.UTC(2027, 10, 6, 20),
  })),
)(
  'for random events, exactly those people are told whom an independent rule tells, with SEED=$seed',
  async (start) => {
    const { told, expected } = await runNotifyWorld({ ...start, rounds: 30, users: 12, subscriptions: 30 })
    expect(told).toEqual(expected)
    expect(expected.length).toBeGreaterThan(20)
  },
)
