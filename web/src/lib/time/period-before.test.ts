import { expect, test } from 'vitest'
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
