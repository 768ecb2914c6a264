import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { gapMs, mostInPeriod, nextMessageAt, periodMs, rememberMessage } from './message-pace.ts'

const second = 1000

test.each<[title: string, readyAt: number, earlier: number[], expected: number]>([
  ['the first message goes at once', 5, [], 5],
  ['after a quiet minute, the second goes at once', 100, [40], 100],
  ['within a minute, the second waits until it is over', 30, [0], 60],
  ['the third waits for a minute after the second', 70, [0, 60], 120],
  ['the fourth waits until ten minutes after the first', 130, [0, 60, 120], 600],
  ['after ten quiet minutes, it goes at once', 1000, [0, 60, 120], 1000],
])('%s', (_title, readyAt, earlier, expected) => {
  expect(
    nextMessageAt(
      readyAt * second,
      earlier.map((at) => at * second),
    ),
  ).toBe(expected * second)
})

/** Sends messages for notices that are ready at these times, each message with all that wait. */
function sendAll(readyTimes: readonly number[]) {
  const messages: { at: number; told: number[] }[] = []
  let earlier: Date[] = []
  const waiting = readyTimes.toSorted((a, b) => a - b)
  while (waiting.length > 0) {
    const at = nextMessageAt(
      waiting[0] ?? 0,
      earlier.map((one) => one.getTime()),
    )
    const ready = waiting.filter((readyAt) => readyAt <= at)
    messages.push({ at, told: waiting.splice(0, ready.length) })
    earlier = rememberMessage(earlier, new Date(at))
  }
  return messages
}

describe('of random notices', () => {
  const times = fc.array(fc.nat(40 * 60 * second), { maxLength: 60 })
  const runs = (check: (messages: ReturnType<typeof sendAll>, ready: number[]) => void) =>
    fc.assert(fc.property(times, (ready) => check(sendAll(ready), ready)))

  test('there are never more than three messages in ten minutes, nor two in one', () => {
    runs((messages) => {
      for (const [index, { at }] of messages.entries()) {
        const next = messages[index + 1]
        const fourth = messages[index + mostInPeriod]
        if (next) expect(next.at - at).toBeGreaterThanOrEqual(gapMs)
        if (fourth) expect(fourth.at - at).toBeGreaterThanOrEqual(periodMs)
      }
    })
  })

  test('each is in exactly one message, at most ten minutes after it was ready, and the first at once', () => {
    runs((messages, ready) => {
      expect(messages.flatMap(({ told }) => told)).toEqual(ready.toSorted((a, b) => a - b))
      for (const { at, told } of messages)
        for (const readyAt of told) expect(at - readyAt).toBeLessThanOrEqual(periodMs)
      if (messages[0]) expect(messages[0].at).toBe(Math.min(...ready))
    })
  })
})
