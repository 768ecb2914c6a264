import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seriesModels } from './models.ts'
import { day, week } from './vector.ts'

const wave = (length: number, season: number) =>
  Float64Array.from({ length }, (_, hour) => 20 + 5 * Math.sin((2 * Math.PI * (hour % season)) / season))

describe.each(seriesModels.map((model) => [model.name, model] as const))('%s', (_name, model) => {
  test.each([
    ['zero', 0, 6 * week],
    ['a constant', 21.5, 6 * week],
    ['a constant of a few days', 21.5, 5 * day],
  ])('%s stays as it is', (_what, value, length) => {
    const history = new Float64Array(length).fill(value)
    const forecast = model.fit(history)(history, week)
    expect(forecast).toHaveLength(week)
    for (const one of forecast) expect(one).toBeCloseTo(value, 3)
  })

  test('a daily rhythm continues', () => {
    const history = wave(6 * week + 5, day)
    const expected = wave(6 * week + 5 + week, day).subarray(history.length)
    const forecast = model.fit(history)(history, week)
    for (const [hour, value] of forecast.entries())
      expect(Math.abs(value - (expected[hour] ?? 0))).toBeLessThan(1)
  })

  test('continues a longer history than it was fitted to', () => {
    const history = wave(5 * week, day)
    const forecast = model.fit(history.subarray(0, 4 * week))(history, day)
    const expected = wave(5 * week + day, day).subarray(history.length)
    for (const [hour, value] of forecast.entries())
      expect(Math.abs(value - (expected[hour] ?? 0))).toBeLessThan(1)
  })

  test('any measured values have a finite forecast of the requested length', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constant(0), fc.double({ min: -60, max: 65_535, noNaN: true })), {
          minLength: day,
          maxLength: 3 * day,
        }),
        fc.integer({ min: 3, max: 20 }),
        fc.integer({ min: 1, max: week }),
        (values, repeated, horizon) => {
          const history = Float64Array.from(Array.from({ length: repeated }, () => values).flat())
          const forecast = model.fit(history)(history, horizon)
          expect(forecast).toHaveLength(horizon)
          expect(forecast.every(Number.isFinite)).toBe(true)
        },
      ),
      { numRuns: 10 },
    )
  })
})
