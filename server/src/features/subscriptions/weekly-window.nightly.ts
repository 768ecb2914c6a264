import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { isWithinWindow, type WeeklyWindow } from './weekly-window.ts'

const hourMs = 3_600_000
const from = Temporal.Instant.from('2020-01-01T00:00Z')
const until = Temporal.Instant.from('2038-01-01T00:00Z')
const hours: [startHour: number, endHour: number][] = [
  [7, 19],
  [22, 6],
  [0, 24],
]
/** Only on working days, so that a mistaken weekday is detected. */
const weekdays = [false, true, true, true, true, true, false]
/** Every half hour of the day before and after a clock change, and the last millisecond before each. */
const around = Array.from({ length: 97 }, (_, n) => (n - 48) * (hourMs / 2)).flatMap((ms) => [ms - 1, ms])

function transitionsOf(zone: string): number[] {
  const found: number[] = []
  let at = from.toZonedDateTimeISO(zone).getTimeZoneTransition('next')
  while (at && at.epochMilliseconds < until.epochMilliseconds) {
    found.push(at.epochMilliseconds)
    at = at.getTimeZoneTransition('next')
  }
  return found
}

/** Computes the result from the local date and time according to Temporal. */
function isWithin({ startHour, endHour }: WeeklyWindow, clocks: Temporal.ZonedDateTime): boolean {
  const { dayOfWeek, hour, minute, second, millisecond } = clocks
  const time = hour + minute / 60 + second / 3600 + millisecond / hourMs
  const isOn = (day: number) => weekdays[day % 7] === true
  if (startHour < endHour) return isOn(dayOfWeek) && startHour <= time && time < endHour
  return (isOn(dayOfWeek) && time >= startHour) || (isOn(dayOfWeek + 6) && time < endHour)
}

test('in every time zone, around every clock change from 2020 to 2037, windows open and close as Temporal expects', () => {
  const wrong: string[] = []
  let transitions = 0
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    // A zone without clock changes has windows too.
    const instants = [from.epochMilliseconds, ...transitionsOf(zone)]
    transitions += instants.length - 1
    for (const instant of instants)
      for (const offset of around) {
        const at = instant + offset
        const clocks = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
        for (const [startHour, endHour] of hours) {
          const window = { startHour, endHour, weekdays }
          if (isWithinWindow(window, at, zone) !== isWithin(window, clocks))
            wrong.push(`${clocks} ${startHour}–${endHour}`)
        }
      }
  }
  expect(wrong).toEqual([])
  expect(transitions).toBeGreaterThan(4_000)
})
