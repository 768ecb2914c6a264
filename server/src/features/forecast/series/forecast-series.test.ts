import fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomOf } from '../../../../test/simulated-alerts.ts'
import { backTest, backTestOrigins } from './back-test.ts'
import { forecastSeries } from './forecast-series.ts'
import { seasonalNaive } from './seasonal-naive.ts'
import { at, day, week } from './vector.ts'

/** Returns hourly values of a room that is busy on weekdays, with noise. */
function room(hours: number, seed: number, noise: number): Float64Array {
  const random = randomOf(seed)
  return Float64Array.from({ length: hours }, (_, hour) => {
    const isBusy = hour % day >= 8 && hour % day < 16 && Math.floor(hour / day) % 7 < 5
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
    return (isBusy ? 900 : 450) + noise * normal
  })
}

test.each([
  [6 * week, week, 7, 2 * week],
  [3 * week, week, 7, 2 * week],
  [6 * week, day, 6, 5 * week],
  [2 * week + day, week, 1, 2 * week],
  [6 * day, day, 2, 4 * day],
  [day, day, 0, 0],
])('%d hours of history and a horizon of %d have %d origins', (length, horizon, count, earliest) => {
  const origins = backTestOrigins(length, horizon)
  expect(origins).toHaveLength(count)
  expect(
    origins.every((origin) => (length - origin) % day === 0 && origin >= earliest && origin < length),
  ).toBe(true)
})

test('the back-test does not use data after its origins', () => {
  const history = room(4 * week, 1, 20)
  const origins = [3 * week]
  const of = (values: Float64Array) =>
    backTest(seasonalNaive, values, { horizon: week, origins, isMeasured: () => true }).misses
  const changed = history.map((value, hour) => (hour < 3 * week ? value : value + 100))
  for (const [index, { miss }] of of(changed).entries())
    expect(miss).toBeCloseTo((of(history)[index]?.miss ?? 0) + 100)
})

test('hours that were not measured do not count as misses', () => {
  const history = room(4 * week, 1, 20)
  const { misses } = backTest(seasonalNaive, history, {
    horizon: day,
    origins: [3 * week],
    isMeasured: (hour) => hour % 2 === 0,
  })
  expect(misses.map(({ hour }) => hour)).toEqual(
    Array.from({ length: 12 }, (_, index) => 3 * week + 2 * index),
  )
})

test('the bands contain each other and the forecast, and stay in the possible range', () => {
  fc.assert(
    fc.property(
      fc.integer(),
      fc.integer({ min: 3, max: 6 }),
      fc.integer({ min: 0, max: 400 }),
      (seed, weeks, noise) => {
        const history = room(weeks * week, seed, noise).map((value) => Math.max(0, value))
        const { point, bands } = forecastSeries(history, week)
        for (const [hour, value] of point.entries()) {
          const inOrder = [
            0,
            at(bands.low80, hour),
            at(bands.low50, hour),
            value,
            at(bands.high50, hour),
            at(bands.high80, hour),
          ]
          expect(inOrder).toEqual(inOrder.toSorted((a, b) => a - b))
        }
      },
    ),
    { numRuns: 5 },
  )
})

test('the 80 % band contains about 8 of 10 values of a noisy room, and the 50 % band about half', () => {
  let [wide, half, hours] = [0, 0, 0]
  for (let seed = 1; seed <= 8; seed++) {
    const all = room(7 * week, seed, 60)
    const { bands } = forecastSeries(all.subarray(0, 6 * week), week)
    for (const [hour, value] of all.subarray(6 * week).entries()) {
      hours++
      if (value >= at(bands.low80, hour) && value <= at(bands.high80, hour)) wide++
      if (value >= at(bands.low50, hour) && value <= at(bands.high50, hour)) half++
    }
  }
  expect(wide / hours).toBeGreaterThan(0.75)
  expect(wide / hours).toBeLessThan(0.88)
  expect(half / hours).toBeGreaterThan(0.43)
  expect(half / hours).toBeLessThan(0.6)
})

test('a series that never changes is forecast to stay, with bands of zero width', () => {
  const { point, bands } = forecastSeries(new Float64Array(4 * week), week)
  for (const values of [point, bands.low80, bands.high80])
    expect([...values].every((value) => value === 0)).toBe(true)
})

test('a noisy room is forecast better than by the same hour last week', () => {
  const { error, naiveError } = forecastSeries(room(6 * week, 3, 60), week)
  expect(error).toBeLessThan(0.85 * naiveError)
})
