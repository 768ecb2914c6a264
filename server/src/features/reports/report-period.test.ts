import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import {
  dueAt,
  duePeriods,
  nextDueAt,
  periodBefore,
  periodTypes,
  periodWith,
  rangeOfPeriod,
} from './report-period.ts'

const zones = [
  'UTC',
  'America/Chicago',
  'Europe/Berlin',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
]
const iso = (at: number, zone: string) => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)

test.each([
  ['Pdf-Weekly', '2026-11-09', '2026-11-09', '2026-11-15'],
  ['Pdf-Weekly', '2026-11-15', '2026-11-09', '2026-11-15'],
  ['Pdf-Weekly', '2027-01-01', '2026-12-28', '2027-01-03'],
  ['Pdf-Monthly', '2028-02-29', '2028-02-01', '2028-02-29'],
  ['Pdf-Monthly', '2026-12-31', '2026-12-01', '2026-12-31'],
  ['Heatmap-Alerts', '2026-11-15', '2026-11-15', '2026-11-15'],
] as const)('%s with %s is from %s to %s', (type, day, firstDay, lastDay) => {
  expect(periodWith(type, day)).toEqual({ firstDay, lastDay })
})

test('the period before is the calendar month before, or as many days', () => {
  const march = { firstDay: '2027-03-01', lastDay: '2027-03-31' }
  expect(periodBefore(march, 'Pdf-Monthly')).toEqual({ firstDay: '2027-02-01', lastDay: '2027-02-28' })
  expect(periodBefore(march)).toEqual({ firstDay: '2027-01-29', lastDay: '2027-02-28' })
})

describe.each(zones)('in %s', (zone) => {
  const day = fc
    .integer({ min: 0, max: 6500 })
    .map((days) => Temporal.PlainDate.from('2020-01-01').add({ days }).toString())

  test('periods begin and end at midnight, and reports are due at 06:00 the day after', () => {
    fc.assert(
      fc.property(day, fc.constantFrom(...periodTypes), (of, type) => {
        const period = periodWith(type, of)
        const { from, to } = rangeOfPeriod(period, zone)
        expect(from).toBe(Temporal.PlainDate.from(period.firstDay).toZonedDateTime(zone).epochMilliseconds)
        expect(to).toBe(
          Temporal.PlainDate.from(period.lastDay).add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds,
        )
        const due = iso(dueAt(period, zone), zone)
        expect(due.toPlainDate().toString()).toBe(iso(to, zone).toPlainDate().toString())
        expect(due.toPlainTime().toString()).toBe('06:00:00')
      }),
    )
  })

  test('whenever the planner runs, each period becomes due once and in order', () => {
    fc.assert(
      fc.property(
        day,
        fc.constantFrom(...periodTypes),
        fc.array(fc.integer({ min: 1, max: 40 * 86_400_000 }), { minLength: 1, maxLength: 20 }),
        (of, type, steps) => {
          const first = Temporal.PlainDate.from(of).toZonedDateTime(zone).epochMilliseconds
          let at = first
          const found = steps.flatMap((step) => {
            const from = at
            at += step
            return duePeriods(type, zone, from, at)
          })
          expect(found).toEqual(duePeriods(type, zone, first, at))
          for (const [index, period] of found.slice(1).entries())
            expect(periodBefore(period, type)).toEqual(found[index])
          for (const period of found) {
            const due = dueAt(period, zone)
            expect(due > first && due <= at).toBe(true)
          }
        },
      ),
      { numRuns: 50 },
    )
  })
})

test.each([
  ['Pdf-Weekly', '2026-11-02T11:59:59Z', '2026-11-02T12:00:00Z'],
  ['Pdf-Weekly', '2026-11-02T12:00:00Z', '2026-11-09T12:00:00Z'],
  ['Pdf-Weekly', '2026-10-26T11:00:00Z', '2026-11-02T12:00:00Z'],
  ['Pdf-Monthly', '2026-11-01T11:00:00Z', '2026-11-01T12:00:00Z'],
  ['Pdf-Monthly', '2026-11-01T12:00:00Z', '2026-12-01T12:00:00Z'],
] as const)('in Chicago the next %s after %s is due at %s', (type, now, due) => {
  expect(nextDueAt(type, 'America/Chicago', Date.parse(now))).toBe(Date.parse(due))
})
