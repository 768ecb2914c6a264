import { expect, test } from 'vitest'
import { lastDay } from './last-day.ts'

test.each(['10:36:00.000', '10:36:59.999'])(
  'an alert raised at %s, the current moment, is within the last day',
  (time) => {
    const now = Date.parse(`2026-11-17T${time}Z`)
    const { fromMs, toMs } = lastDay(now)
    expect(now).toBeLessThan(toMs)
    expect(toMs - fromMs).toBe(24 * 3_600_000)
    expect(new Date(toMs).toISOString()).toBe('2026-11-17T10:37:00.000Z')
  },
)
