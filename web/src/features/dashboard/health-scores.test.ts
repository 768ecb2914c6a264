import { expect, test } from 'vitest'
import { scoreOf } from './health-scores.ts'

const of = (Id: string, Sum: number, Rooms: number) => ({ Id, AirQuality: { Sum, Rooms }, Comfort: null })
const read = { Scores: [of('high', 150, 2), of('gym', 91, 1), of('low', 40, 1)] }

test('the score of several sites is the mean of their rooms, not of the sites', () => {
  expect(scoreOf(read, ['high', 'gym'], 'AirQuality')).toBe(80)
  expect(scoreOf(read, ['low'], 'AirQuality')).toBe(40)
})

test('sites whose rooms have no score have none, rather than 0', () => {
  expect(scoreOf(read, ['high', 'gym'], 'Comfort')).toBeNull()
  expect(scoreOf(read, ['depot'], 'AirQuality')).toBeNull()
  expect(scoreOf({ Scores: [of('dusty', 0, 1)] }, ['dusty'], 'AirQuality')).toBe(0)
})
