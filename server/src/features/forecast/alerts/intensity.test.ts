import { describe, expect, test } from 'vitest'
import { knownBefore, replayForecasts, simulateAlerts } from '../../../../test/simulated-alerts.ts'
import { type CountedHour, learnIntensity } from './intensity.ts'

const days = (
  count: number,
  countOf: (weekday: number, hour: number) => number,
  isClosed = false,
): CountedHour[] =>
  Array.from({ length: count * 24 }, (_, index) => {
    const daysAgo = count - Math.floor(index / 24)
    const [weekday, hour] = [(700 - daysAgo) % 7, index % 24]
    return { weekday, hour, isClosed, daysAgo, count: countOf(weekday, hour) }
  })

test('without any alert, none is expected', () => {
  const intensity = learnIntensity(days(28, () => 0))
  expect(intensity.expectHour({ weekday: 2, hour: 11, isClosed: false }).mean).toBe(0)
})

test('an hour that was busy every week is expected to be busy', () => {
  const { expectHour } = learnIntensity(
    days(56, (weekday, hour) => (weekday === 2 && hour === 11 ? 4 : hour === 12 ? 1 : 0)),
  )
  const mean = (weekday: number, hour: number) => expectHour({ weekday, hour, isClosed: false }).mean
  expect(mean(2, 11)).toBeGreaterThan(3)
  expect(mean(2, 11)).toBeLessThan(4.5)
  expect(mean(3, 11)).toBeLessThan(1)
  expect(mean(3, 12)).toBeGreaterThan(0.8)
})

test('a single busy hour is shrunk toward the usual count at that hour', () => {
  const { expectHour } = learnIntensity(
    days(56, (_weekday, hour) => (hour === 9 ? 1 : 0)).map((one) =>
      one.daysAgo === 1 && one.hour === 9 ? { ...one, count: 12 } : one,
    ),
  )
  const { mean } = expectHour({ weekday: 6, hour: 9, isClosed: false })
  expect(mean).toBeGreaterThan(1)
  expect(mean).toBeLessThan(4)
})

test('closed days are first treated like the quietest weekday, and later like closed days', () => {
  const open = days(56, (weekday, hour) => (weekday === 0 ? 0 : hour === 10 ? 3 : 0))
  const onMonday = { weekday: 1, hour: 10, isClosed: true }
  expect(learnIntensity(open).expectHour(onMonday).mean).toBeLessThan(0.6)
  const busyWhenClosed = open.map((one) =>
    one.daysAgo % 14 === 3 ? { ...one, isClosed: true, count: one.hour === 10 ? 5 : 0 } : one,
  )
  expect(learnIntensity(busyWhenClosed).expectHour(onMonday).mean).toBeGreaterThan(1.5)
})

test('a site that has become busier is expected to stay busy', () => {
  const intensity = learnIntensity(
    days(84, (_weekday, hour) => (hour === 10 ? 2 : 0)).map((one) =>
      one.daysAgo <= 21 ? { ...one, count: one.count * 2 } : one,
    ),
  )
  expect(intensity.expectHour({ weekday: 3, hour: 10, isClosed: false }).mean).toBeGreaterThan(2.9)
})

describe('of a simulated year with a known intensity', () => {
  const hours = simulateAlerts(365, 101)

  test('the 80 % range of a day covers about 8 of 10 days, and hours are forecast better than by last week', () => {
    // Every third day: all of them take too long and are in the nightly test.
    const found = replayForecasts(hours, { from: 21, step: 3 })
    expect(found.inside80 / found.days).toBeGreaterThan(0.72)
    expect(found.inside80 / found.days).toBeLessThan(0.9)
    expect(found.deviance).toBeLessThan(0.5 * found.lastWeek)
    // Without knowledge of the intensity, a forecast can hardly be better than that.
    expect(found.deviance).toBeLessThan(1.2 * found.known)
  })

  test('the forecast does not depend on later data', () => {
    const day = hours.filter((hour) => hour.day === 200)
    const before = learnIntensity(knownBefore(hours, 200)).expectDay(day)
    const changed = hours.map((hour) => (hour.day < 200 ? hour : { ...hour, count: 50 }))
    expect(learnIntensity(knownBefore(changed, 200)).expectDay(day)).toEqual(before)
  })
})
