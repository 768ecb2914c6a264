import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { siteClock } from './site-clock.ts'

const quarterMs = 900_000

test.each(['America/Chicago', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Europe/Berlin', 'UTC'])(
  'local time in %s is correct all year, including both clock changes',
  (timeZone) => {
    const localAt = siteClock(timeZone)
    const startMs = Date.parse('2026-01-01T00:00:00Z')
    for (let atMs = startMs; atMs < startMs + 366 * 86_400_000; atMs += 7 * quarterMs) {
      const zoned = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timeZone)
      const local = localAt(atMs)
      expect(local.hour).toBeCloseTo(zoned.hour + zoned.minute / 60, 6)
      expect(local.weekday).toBe(zoned.dayOfWeek % 7)
      expect(Math.abs(local.yearPart - (zoned.dayOfYear - 1) / 365)).toBeLessThan(0.005)
    }
  },
)

test('a clock first used for a summer instant is still correct for the preceding winter', () => {
  const localAt = siteClock('Europe/Berlin')
  expect(localAt(Date.parse('2026-07-01T10:00:00Z')).hour).toBe(12)
  expect(localAt(Date.parse('2026-02-01T10:00:00Z')).hour).toBe(11)
})
