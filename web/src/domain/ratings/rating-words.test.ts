import { expect, test } from 'vitest'
import { changeText, noGainsText, ratingHeadline, sumText } from './rating-words.ts'

const quantity = (Sensor: 'ECO2' | 'CO', Points: number) => ({
  ...({ Sensor, Points, Value: 1000, Unit: 'ppm', Method: 'Mean', Hours: 1, IsEstimated: false } as const),
  ...({ CountedIn: null, IsDark: false, Band: 'Fair' } as const),
})
const rooms = { Rated: 2, Known: 2, Excellent: 0, Good: 0, Fair: 2, Poor: 0 }
const rating = {
  ...({ Type: 'AirQuality', Score: 78, Lead: 'ECO2', Rooms: rooms } as const),
  Quantities: [quantity('ECO2', 16), quantity('CO', 6)],
}

test('the headline names the quantity that takes the most points', () => {
  expect(ratingHeadline(rating)).toBe(
    'Air quality is fair: CO₂ (estimated) accounts for 16 of the 22 points lost',
  )
  const almost = { ...rating, Score: 99, Quantities: [quantity('ECO2', 1)] }
  expect(ratingHeadline(almost)).toBe(
    'Air quality is excellent: CO₂ (estimated) accounts for the only point lost',
  )
  expect(ratingHeadline({ ...rating, Score: 100, Lead: null })).toBe(
    'Air quality is excellent: no points are lost',
  )
  expect(ratingHeadline({ ...rating, Score: null, Lead: null })).toContain('fewer than 75%')
  const none = { ...rating, Score: null, Lead: null, Rooms: { ...rooms, Known: 0 } }
  expect(ratingHeadline(none)).toContain('no room here')
})

test('if nothing would raise the score, the text does not claim that all is well', () => {
  expect(noGainsText({ Score: 55 })).toBe('No reading by itself would gain a whole point.')
  expect(noGainsText({ Score: null })).toContain('not known')
})

test('the points are written as a sum', () => {
  expect(sumText(rating)).toBe('100 − 16 − 6 = 78')
})

test('a score is compared with the day before only if both exist', () => {
  expect(changeText({ Score: 78, Before: 82 })).toBe('4 below yesterday')
  expect(changeText({ Score: 82, Before: 78 })).toBe('4 above yesterday')
  expect(changeText({ Score: 82, Before: 82 })).toBe('as yesterday at this time')
  expect(changeText({ Score: 82, Before: null })).toBeUndefined()
})
