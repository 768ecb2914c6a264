import { expect, test } from 'vitest'
import { runNotifyWorld } from '../../../test/notify-world.ts'

test('for random events across a clock change, exactly those people are told whom an independent rule tells', async () => {
  const startMs = Date.UTC(2027, 9, 30, 20)
  const world = { seed: startMs, startMs, rounds: 15, users: 8, subscriptions: 20 }
  const { told, expected, emails, texts } = await runNotifyWorld(world)
  expect(told).toEqual(expected)
  expect(expected.length).toBeGreaterThan(20)
  expect(emails).toBeGreaterThan(5)
  expect(texts).toBeGreaterThan(2)
})
