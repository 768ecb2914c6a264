import { expect, test } from 'vitest'
import type { TypeState } from './alert-engine.ts'
import { withoutTimesAfter } from './times-ahead.ts'

const now = 1_000_000
const ahead = now + 86_400_000

test.each<[string, TypeState, TypeState]>([
  [
    'a hold that began in the future is over',
    { phase: 'pending', since: ahead, heardAt: ahead, spacingMs: 5000, peak: 50 },
    { phase: 'rest' },
  ],
  [
    'a hold whose newest reading is in the future is over',
    { phase: 'pending', since: now, heardAt: ahead, spacingMs: 5000, peak: 50 },
    { phase: 'rest' },
  ],
  [
    'an open alert stays open, as last confirmed now',
    { phase: 'open', alertId: 'a', startedAt: ahead, beyondAt: ahead, peak: 50, raises: [now, ahead] },
    { phase: 'open', alertId: 'a', startedAt: ahead, beyondAt: now, peak: 50, raises: [now] },
  ],
  [
    'a clear hold of an open alert starts over',
    { phase: 'open', alertId: 'a', startedAt: now, beyondAt: now, clearSince: ahead, heardAt: ahead },
    { phase: 'open', alertId: 'a', startedAt: now, beyondAt: now },
  ],
  [
    'an alert that ended in the future delays no other',
    { phase: 'rest', endedAt: ahead, raises: [ahead] },
    { phase: 'rest', raises: [] },
  ],
])('after the clock has gone back %s', (_name, before, after) => {
  expect(withoutTimesAfter(before, now)).toEqual(after)
})

test('times in the past stay, so nothing has to be written', () => {
  const state: TypeState = { phase: 'pending', since: now - 2000, heardAt: now, spacingMs: 1000, peak: 50 }
  expect(withoutTimesAfter(state, now)).toBe(state)
})
