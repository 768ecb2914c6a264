import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { duePeriods, type PeriodType, periodTypes } from './report-period.ts'

const hourMs = 3_600_000
const from = Temporal.Instant.from('2020-01-01T00:00Z')
const until = Temporal.Instant.from('2038-01-01T00:00Z')
/** Around a clock change the planner runs every quarter of an hour, otherwise every few days. */
const around = Array.from({ length: 8 * 30 }, (_, n) => (n / 4 - 30) * hourMs)

function transitionsOf(zone: string): number[] {
  const found: number[] = []
  let at = from.toZonedDateTimeISO(zone).getTimeZoneTransition('next')
  while (at && at.epochMilliseconds < until.epochMilliseconds) {
    found.push(at.epochMilliseconds)
    at = at.getTimeZoneTransition('next')
  }
  return found
}

/**
 * Yields all periods of a type by the calendar, with when they are due: at 06:00 of the day after in local time of the zone.
 */
function* periodsOf(type: PeriodType, zone: string): Generator<[period: string, due: number]> {
  const step = { 'Pdf-Weekly': { weeks: 1 }, 'Pdf-Monthly': { months: 1 }, 'Heatmap-Alerts': { days: 1 } }[
    type
  ]
  // A Monday for weeks, the first of a month for months.
  let first = Temporal.PlainDate.from(type === 'Pdf-Weekly' ? '2019-12-23' : '2019-12-01')
  for (;;) {
    const next = first.add(step)
    const due = next.toZonedDateTime({ timeZone: zone, plainTime: '06:00' }).epochMilliseconds
    if (due > until.epochMilliseconds) return
    if (due > from.epochMilliseconds) yield [`${first} ${next.subtract({ days: 1 })}`, due]
    first = next
  }
}

test('in every time zone, over all clock changes from 2020 to 2037, each period has one report, at 06:00 of the day after', () => {
  const wrong: string[] = []
  let [transitions, reports] = [0, 0]
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    const changes = transitionsOf(zone)
    transitions += changes.length
    const seldom = Array.from({ length: 1200 }, (_, n) => from.epochMilliseconds + n * 131.7 * hourMs)
    const looks = [
      ...changes.flatMap((change) => around.map((ms) => change + ms)),
      ...seldom,
      until.epochMilliseconds,
    ]
      .filter((at) => at > from.epochMilliseconds && at <= until.epochMilliseconds)
      .toSorted((a, b) => a - b)
    for (const type of periodTypes) {
      const expected = [...periodsOf(type, zone)]
      const dueOf = new Map(expected)
      const planned: string[] = []
      let plannedUntil = from.epochMilliseconds
      for (const look of looks) {
        for (const { firstDay, lastDay } of duePeriods(type, zone, plannedUntil, look)) {
          const period = `${firstDay} ${lastDay}`
          const due = dueOf.get(period) ?? Number.NaN
          if (!(due > plannedUntil && due <= look)) wrong.push(`${zone} ${type} ${period} at ${look}`)
          planned.push(period)
        }
        plannedUntil = look
      }
      reports += planned.length
      if (planned.join() !== expected.map(([period]) => period).join()) wrong.push(`${zone} ${type}`)
    }
  }
  process.stderr.write(`${reports} reports over ${transitions} changes of clocks\n`)
  expect(wrong).toEqual([])
  expect(transitions).toBeGreaterThan(4_000)
})
