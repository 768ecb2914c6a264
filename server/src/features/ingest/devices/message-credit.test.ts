import { expect, test } from 'vitest'
import { deductMessage } from './message-credit.ts'

const rate = { perSecond: 2, burst: 3 }

test('a burst is allowed, then only as many messages as the rate restores', () => {
  const device = { credit: null }
  const send = (ms: number) => deductMessage(device, ms, rate)
  expect([0, 0, 0].map(send)).toEqual([0, 0, 0])
  expect(send(0)).toBe(0.5)
  expect(send(400)).toBeCloseTo(0.1)
  expect(send(500)).toBe(0)
  expect(send(60_000)).toBe(0)
  expect([60_000, 60_000, 60_000].map(send)).toEqual([0, 0, 0.5])
})
