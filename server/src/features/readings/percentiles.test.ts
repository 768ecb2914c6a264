import type { Point } from '@eot/contract/sensors'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addTo, isAllOf, percentilesOf, type Samples, samplesOfPoint } from './percentiles.ts'

const known = (values: readonly number[], parts: Samples['parts'] = []): Samples => ({
  values: values.map(Math.fround),
  parts,
})
const counted = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/** The nearest rank by its definition: the smallest sample that at least this percentage of the samples does not exceed. */
const byDefinition = (samples: readonly number[], percent: number) =>
  Math.min(
    ...samples.filter(
      (one) => samples.filter((other) => other <= one).length * 100 >= percent * samples.length,
    ),
  )

/** One part of the samples, as a bucket stores them. */
const partOf = (samples: readonly number[]) => ({
  start: 0,
  count: samples.length,
  min: Math.min(...samples),
  max: Math.max(...samples),
  sum: samples.reduce((sum, one) => sum + one, 0),
})

/** Numbers of single precision, as readings are stored. */
const value = fc.integer({ min: -500, max: 200_000 }).map((number) => number / 10)

describe('percentiles of single values', () => {
  test.each([
    [[7], [7, 7, 7]],
    [
      [15, 20, 35, 40, 50],
      [15, 35, 50],
    ],
    [
      [21.4, -0.1, 20.3, 20.3],
      [-0.1, 20.3, 21.4],
    ],
    [counted(20), [1, 10, 19]],
    [counted(21), [2, 11, 20]],
  ])('of %j are %j', (values, expected) => {
    expect(percentilesOf(known(values))).toEqual([...expected, 0, 0, 0])
  })

  test('without samples there are none', () => {
    expect(percentilesOf(known([]))).toBeUndefined()
  })

  test('are those of the definition, in any order', () => {
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 60 }), (values) => {
        const expected = [5, 50, 95].map((percent) => byDefinition(values, percent))
        expect(percentilesOf(known(values))).toEqual([...expected, 0, 0, 0])
      }),
    )
  })
})

describe('percentiles of parts', () => {
  test('weigh each part by its samples and give their largest possible error', () => {
    const parts = [partOf([10, 12, 14]), partOf([20, 30]), partOf([11, 11])]
    // Of 7 samples, ranks 1, 4 and 7. By means: 11 (2), 12 (3), 25 (2).
    expect(percentilesOf({ values: [], parts })).toEqual([11, 12, 25, 1, 2, 5])
  })

  test('are exact if all samples of parts are equal, or the only ones', () => {
    const parts = [partOf([20.1, 20.1, 20.1])]
    expect(percentilesOf(known([20.3], parts))).toEqual([20.1, 20.1, 20.3, 0, 0, 0])
    expect(percentilesOf(addTo(known([]), partOf([21.4])))).toEqual([21.4, 21.4, 21.4, 0, 0, 0])
  })

  test('and of single values are off by no more than their error', () => {
    const samples = fc.array(value, { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(fc.array(samples, { minLength: 1, maxLength: 20 }), fc.nat(20), (all, singles) => {
        const given = known(all.slice(0, singles).flat(), all.slice(singles).map(partOf))
        const found = percentilesOf(given) ?? []
        for (const [index, percent] of [5, 50, 95].entries()) {
          const [estimate = Number.NaN, error = Number.NaN] = [found[index], found[index + 3]]
          const off = Math.abs(estimate - byDefinition(all.flat(), percent))
          expect(off).toBeLessThanOrEqual(error * (1 + 1e-9))
        }
      }),
    )
  })

  test('of a point are between its lowest and highest value', () => {
    expect(percentilesOf(samplesOfPoint([0, 20, 18, 25, 9]))).toEqual([20, 20, 20, 5, 5, 5])
    expect(percentilesOf(samplesOfPoint([0, 21.4, 21.4, 21.4, 1]))).toEqual([21.4, 21.4, 21.4, 0, 0, 0])
  })
})

describe('samples are recognized as all of a point', () => {
  const point: Point = [0, 20, 18.1, 25.3, 3]
  test.each([
    [known([18.1, 20, 25.3]), true],
    [known([18.1], [partOf([20, 25.3])]), true],
    [known([18.1, 25.3]), false],
    [known([18.1, 20, 21]), false],
    [known([19, 20, 25.3]), false],
  ])('%j: %s', (samples, expected) => {
    expect(isAllOf(samples, point)).toBe(expected)
  })
})
