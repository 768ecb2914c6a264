import { describe, expect, test } from 'vitest'
import { periodBefore } from './period-before.ts'

const at = (iso: string) => Date.parse(iso)

test('the preceding period has the same length', () => {
  const range = { startTime: at('2026-11-11T06:00Z'), endTime: at('2026-11-18T06:00Z') }
  expect(periodBefore(range, 'America/Chicago')).toEqual({
    startTime: at('2026-11-04T06:00Z'),
    endTime: range.startTime,
  })
})

test('the preceding period begins at the same time of day if the clocks change in between', () => {
  const range = { startTime: at('2026-11-02T06:00Z'), endTime: at('2026-11-09T06:00Z') }
  expect(periodBefore(range, 'America/Chicago').startTime).toBe(at('2026-10-26T05:00Z'))
})

describe('of a period that is not over, only as much is compared as has passed', () => {
  const zone = 'America/Chicago'

  test('of a day, up to the same time', () => {
    const today = { startTime: at('2026-11-18T06:00Z'), endTime: at('2026-11-19T06:00Z') }
    expect(periodBefore(today, zone, at('2026-11-18T15:30Z'))).toEqual({
      startTime: at('2026-11-17T06:00Z'),
      endTime: at('2026-11-17T15:30Z'),
    })
    expect(periodBefore(today, zone, today.endTime).endTime).toBe(today.startTime)
    // Nothing has passed yet.
    expect(periodBefore(today, zone, today.startTime - 1).endTime).toBe(today.startTime)
  })

  test('by the clock, if the clocks have changed in between', () => {
    const week = { startTime: at('2026-11-02T06:00Z'), endTime: at('2026-11-09T06:00Z') }
    expect(periodBefore(week, zone, at('2026-11-08T15:30Z'))).toEqual({
      startTime: at('2026-10-26T05:00Z'),
      endTime: at('2026-11-01T15:30Z'),
    })
  })
})
