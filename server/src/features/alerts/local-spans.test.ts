import fc from 'fast-check'
import { expect, test } from 'vitest'
import { offsetSpans } from '../time-zones/index.ts'
import { type LocalTimes, spansOfLocalTimes } from './local-spans.ts'

const at = (text: string) => Date.parse(text)
const zones = ['America/New_York', 'Europe/Berlin', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'UTC']
const spansIn = (names: readonly string[], times: LocalTimes, from: number, to: number) =>
  spansOfLocalTimes(
    names.map((name) => offsetSpans(name, from, to)),
    times,
    { from, to },
  )

test('an hour of a weekday in two zones, also when clocks change', () => {
  const spans = spansIn(
    ['Europe/Berlin', 'UTC'],
    { daysOfWeek: [0], hoursOfDay: [2] },
    at('2026-10-18T00:30:00Z'),
    at('2026-11-01T01:30:00Z'),
  )
  expect(
    spans.map(({ from, to }) => [from, to].map((ms) => new Date(ms).toISOString().slice(5, 16))),
  ).toEqual([
    ['10-18T00:30', '10-18T01:00'], // Berlin
    ['10-18T02:00', '10-18T03:00'], // UTC
    ['10-25T00:00', '10-25T03:00'], // Berlin twice, then UTC
    ['11-01T01:00', '11-01T01:30'], // Berlin
  ])
})

test('neighboring hours and days are joined', () => {
  const [from, to] = [at('2026-11-01T00:00:00Z'), at('2026-11-03T00:00:00Z')]
  expect(spansIn(zones, {}, from, to)).toEqual([{ from, to }])
  expect(spansIn(['UTC'], { hoursOfDay: [23, 0] }, from, to)).toHaveLength(3)
})

test('an instant is in a span exactly if it has one of the local times in one of the zones', () => {
  const period = { from: at('2026-03-01T00:00:00Z'), to: at('2026-12-01T00:00:00Z') }
  const local = new Map(
    zones.map((timeZone) => [
      timeZone,
      new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'short', hour: 'numeric', hourCycle: 'h23' }),
    ]),
  )
  const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
  const matches = (timeZone: string, { daysOfWeek, hoursOfDay }: LocalTimes, instant: number) => {
    const parts = local.get(timeZone)?.formatToParts(instant) ?? []
    const partOf = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
    return (
      (daysOfWeek?.includes(weekdays.indexOf(partOf('weekday'))) ?? true) &&
      (hoursOfDay?.includes(Number(partOf('hour'))) ?? true)
    )
  }
  fc.assert(
    fc.property(
      fc.subarray(zones, { minLength: 1 }),
      fc.option(fc.subarray([0, 1, 2, 3, 4, 5, 6], { minLength: 1 }), { nil: undefined }),
      fc.option(fc.subarray([0, 1, 2, 3, 12, 23], { minLength: 1 }), { nil: undefined }),
      fc.array(fc.integer({ min: period.from, max: period.to - 1 }), { minLength: 20, maxLength: 20 }),
      (names, daysOfWeek, hoursOfDay, instants) => {
        const times = { daysOfWeek, hoursOfDay }
        const spans = spansIn(names, times, period.from, period.to)
        for (const instant of instants) {
          const isInSpan = spans.some(({ from, to }) => instant >= from && instant < to)
          expect(isInSpan).toBe(names.some((name) => matches(name, times, instant)))
        }
        for (const [at, { from }] of spans.slice(1).entries())
          expect(from).toBeGreaterThan(spans[at]?.to ?? 0)
      },
    ),
    { numRuns: 100 },
  )
})
