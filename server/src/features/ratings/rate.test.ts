import { ratingStandards } from '@eot/contract/rating-standards'
import { type SensorKey, sensorKeys } from '@eot/contract/vocabulary'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { apportion, rateAir, rateComfort, takenAtTarget } from './rate.ts'
import { averaged, completeness, type HourSum, nowCast, type RoomHours, slidingHours } from './room-hours.ts'
import { airKeys, comfortKeys } from './standards.ts'

const perHour = 60
const due = Array.from({ length: 24 }, () => perHour)
const hour = (mean: number, count = perHour): HourSum => ({ count, sum: mean * count })
const steady = (mean: number) => Array.from({ length: 24 }, () => hour(mean))
const room = (
  means: Partial<Record<SensorKey, number | HourSum[]>>,
  noiseFloor: number | null = null,
): RoomHours => ({
  due,
  // The keys are those of the sensors given.
  hours: new Map(
    Object.entries(means).map(([key, given]) => [
      key as SensorKey,
      typeof given === 'number' ? steady(given) : given,
    ]),
  ),
  noiseFloor,
})
const takenBy = ({ parts }: ReturnType<typeof rateAir>) =>
  Object.fromEntries(parts.filter(({ taken }) => taken > 0).map(({ key, taken }) => [key, taken]))

describe('the score', () => {
  test('takes the worst quantity in full and the others by a quarter', () => {
    const rated = rateAir(room({ particulate: 35.4, NO2: 53, CO: 4.4 }), ['particulate', 'NO2', 'CO'], 'EPA')
    expect(takenBy(rated)).toEqual({ particulate: 20, NO2: 2.5, CO: 2.5 })
    expect(rated.score).toBe(75)
  })

  test('counts only one of CO₂, TVOC and IAQ, which are estimated from one sensor', () => {
    const rated = rateAir(room({ ECO2: 2000, TVOC: 220, IAQ: 100 }), sensorKeys, 'EPA')
    expect(rated.score).toBe(60)
    expect(
      rated.parts.filter(({ countedIn }) => countedIn).map(({ key, countedIn }) => [key, countedIn]),
    ).toEqual([
      ['TVOC', 'ECO2'],
      ['IAQ', 'ECO2'],
    ])
  })

  test('depends on the standard', () => {
    const air = room({ particulate: 20, CO: 1, NO2: 30, ECO2: 1100, TVOC: 100 })
    const scores = ratingStandards.map((standard) => rateAir(air, sensorKeys, standard).score)
    expect(new Set(scores).size).toBeGreaterThan(2)
  })

  test('of comfort counts people dissatisfied, and the noise floor and light only where somebody may work', () => {
    const good = room({ temperature: 22, humidity: 40, noise: 60, light: 500 }, 30)
    expect(rateComfort(good, sensorKeys, 'Winter').score).toBe(100)
    const loud = rateComfort({ ...good, noiseFloor: 55 }, sensorKeys, 'Winter')
    expect(takenBy(loud)).toMatchObject({ noise: 40 })
    const dark = rateComfort(room({ light: 50.9, humidity: 40 }), sensorKeys, 'Winter')
    expect([dark.score, dark.parts.find(({ key }) => key === 'light')?.isDark]).toEqual([100, true])
    expect(rateComfort(room({ light: 50.9 }), sensorKeys, 'Winter').score).toBeNull()
    expect(rateComfort(room({ light: 51 }), sensorKeys, 'Winter').score).toBe(80)
  })

  test('is missing without enough samples, and shows how many sensors it is based on', () => {
    const half = Array.from({ length: 24 }, () => hour(500, 44))
    const enough = Array.from({ length: 24 }, () => hour(500, 45))
    expect(rateAir(room({ ECO2: half }), ['ECO2'], 'EPA')).toMatchObject({ score: null, samples: 44 / 60 })
    expect(rateAir(room({ ECO2: enough }), ['ECO2'], 'EPA')).toMatchObject({ score: 98, samples: 0.75 })
    const partly = rateAir(room({ ECO2: half, NO2: 10 }), ['ECO2', 'NO2', 'CO'], 'EPA')
    expect(partly.parts.map(({ key, value }) => [key, value])).toEqual([
      ['CO', null],
      ['NO2', 10],
      ['ECO2', null],
    ])
    expect(partly.samples).toBe(1)
    expect(rateAir(room({}), [], 'EPA').score).toBeNull()
  })

  test('and the rounded points of its quantities add up to 100, whatever the room', () => {
    const value = fc.option(fc.double({ min: 0, max: 6000, noNaN: true }), { nil: undefined })
    const anyRoom = fc.record(Object.fromEntries([...airKeys, ...comfortKeys].map((key) => [key, value])))
    fc.assert(
      fc.property(anyRoom, fc.constantFrom(...ratingStandards), (means, standard) => {
        const known = Object.fromEntries(Object.entries(means).filter(([, mean]) => mean !== undefined))
        const given = room(known, 40)
        for (const rated of [
          rateAir(given, sensorKeys, standard),
          rateComfort(given, sensorKeys, 'Summer'),
        ]) {
          if (rated.score === null) continue
          const points = apportion(
            rated.parts.map(({ taken }) => taken),
            100 - rated.score,
          )
          expect(points.reduce((sum, one) => sum + one, rated.score)).toBe(100)
          for (const [at, one] of points.entries()) {
            expect(Math.abs(one - (rated.parts[at]?.taken ?? 0))).toBeLessThan(1.5)
            expect(Number.isInteger(one)).toBe(true)
          }
          for (const { key } of rated.parts)
            expect(takenAtTarget(rated, key)).toBeLessThanOrEqual(rated.taken + 1e-9)
        }
      }),
      { numRuns: 500 },
    )
  })

  test('shows the gain of bringing a quantity into the best band', () => {
    const rated = rateAir(room({ particulate: 35.4, ECO2: 2000, TVOC: 660 }), sensorKeys, 'EPA')
    expect(rated.taken).toBe(45)
    // TVOC falls with the CO₂ that is estimated from it, so that particulates are now the worst.
    expect(takenAtTarget(rated, 'ECO2')).toBe(22.5)
    expect(takenAtTarget(rated, 'particulate')).toBe(42.5)
  })
})

describe('a value', () => {
  test('covers the hours of its standard and needs 75 % of their samples, and of those of the last hour', () => {
    const silentBefore = [
      ...Array.from({ length: 18 }, () => hour(8)),
      ...Array.from({ length: 6 }, () => hour(0, 0)),
    ]
    const day = { method: 'Mean', hours: 24 } as const
    expect(averaged(room({ CO: silentBefore }), 'CO', day)).toBe(8)
    expect(averaged(room({ CO: silentBefore.slice(1) }), 'CO', day)).toBeNull()
    expect(averaged(room({ CO: [hour(8, 44), ...steady(8)] }), 'CO', day)).toBeNull()
    const rising = Array.from({ length: 24 }, (_, age) => hour(24 - age))
    expect(averaged(room({ CO: rising }), 'CO', { method: 'Mean', hours: 8 })).toBe(20.5)
    expect(averaged(room({ CO: rising }), 'CO', { method: 'Mean', hours: 1 })).toBe(24)
  })

  test('by NowCast follows the examples of the EPA', () => {
    const cast = (means: (number | null)[]) =>
      nowCast(
        means.map((mean) => (mean === null ? hour(0, 0) : hour(mean))),
        due,
      )
    expect(cast([50, 50, 50])).toBe(50)
    // Minimum 21, maximum 85: the weight is one half.
    const falling = [34.9, 43, 50, 64.9, 69.2, 66.2, 53.7, 48.6, 49.2, 35, 29.6, 18.4]
    const weights = falling.map((_, age) => 0.5 ** age)
    const total = falling.reduce((sum, mean, age) => sum + mean * (weights[age] ?? 0), 0)
    expect(cast(falling)).toBeCloseTo(total / weights.reduce((sum, weight) => sum + weight, 0), 9)
    expect(cast([10, 8])).toBeCloseTo((10 + 8 * 0.8) / 1.8, 9)
    expect(cast([10, null, 10])).toBe(10)
    expect(cast([10, null, null, 10, 10])).toBeNull()
    expect(cast([0, 0, 0])).toBe(0)
  })

  test('of hours that end now includes the part of the hour before that completes an hour', () => {
    const clock = [hour(20, 15), hour(10), hour(30)]
    const [first, second] = slidingHours(clock, 0.25)
    expect(first).toEqual({ count: 15 + 45, sum: 20 * 15 + 10 * 45 })
    expect(second).toEqual({ count: 15 + 45, sum: 10 * 15 + 30 * 45 })
    expect(slidingHours(clock, 1)[0]).toEqual(clock[0])
    expect(completeness([hour(1, 90)], 1, due)).toBe(1)
  })
})
