import fc from 'fast-check'
import { expect, test } from 'vitest'
import { offsetSpans } from './offset-spans.ts'

const at = (iso: string) => Date.parse(iso)
const hourMs = 3_600_000

/** Returns the local wall-clock time at an instant, encoded as if it were UTC. */
function wallTime(timeZone: string, instant: number): number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  })
  const part = Object.fromEntries(
    format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 0, day, hour, minute, second } = part
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

test('a zone without an offset change has one span, and one with a change gets another at that instant', () => {
  const [from, to] = [at('2026-03-01T00:00:00Z'), at('2026-04-10T00:00:00Z')]
  expect(offsetSpans('Asia/Kolkata', from, to)).toEqual([{ from, offsetMs: 5.5 * hourMs }])
  expect(offsetSpans('Europe/Berlin', from, to)).toEqual([
    { from, offsetMs: hourMs },
    { from: at('2026-03-29T01:00:00Z'), offsetMs: 2 * hourMs },
  ])
  expect(offsetSpans('Europe/Berlin', to, to)).toEqual([{ from: to, offsetMs: 2 * hourMs }])
})

test('an offset that changes within a quarter of an hour changes at its minute', () => {
  const [before, change] = [at('2020-10-03T12:00:00Z'), at('2020-10-03T16:01:00Z')]
  expect(offsetSpans('Antarctica/Casey', before, at('2020-10-05T00:00:00Z'))).toEqual([
    { from: before, offsetMs: 8 * hourMs },
    { from: change, offsetMs: 11 * hourMs },
  ])
})

test('in every zone the spans give the right local time just before, at and after each offset change', () => {
  const zones = Intl.supportedValuesOf('timeZone')
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: at('2020-01-01T00:00:00Z') / 1000, max: at('2037-06-01T00:00:00Z') / 1000 }),
      fc.integer({ min: 0, max: 400 * 86_400 }),
      (zone, start, length) => {
        const [from, to] = [start * 1000, (start + length) * 1000]
        const spans = offsetSpans(zone, from, to)
        const edges = spans.flatMap((span) => [span.from - 1000, span.from, span.from + 1000])
        for (const instant of [...edges, to].filter((instant) => instant >= from && instant <= to)) {
          const span = spans.findLast((one) => one.from <= instant)
          expect(instant + (span?.offsetMs ?? Number.NaN), `${zone} at ${instant}`).toBe(
            wallTime(zone, instant),
          )
        }
      },
    ),
    { numRuns: 150 },
  )
})
