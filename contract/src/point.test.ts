import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parsePoint, pointField, pointText } from './point.ts'

test.each([
  ['44.4583, -93.1616', { latitude: 44.4583, longitude: -93.1616 }],
  ['44.4583,-93.1616', { latitude: 44.4583, longitude: -93.1616 }],
  ['  44.4583  \u221293.1616 ', { latitude: 44.4583, longitude: -93.1616 }],
  ['+90; 180', { latitude: 90, longitude: 180 }],
  ['1 ,\t2', { latitude: 1, longitude: 2 }],
  ['1 \n 2', { latitude: 1, longitude: 2 }],
  ['1 , ; 2', undefined],
  ['0, 0', { latitude: 0, longitude: 0 }],
  ['90.1, 0', undefined],
  ['0, -180.5', undefined],
  ['44.4583', undefined],
  ['44,4583, 93,1616', undefined],
  ['N 44, W 93', undefined],
  ['1e1, 2', undefined],
  ['', undefined],
])('%j is the point %j', (text, point) => {
  expect(parsePoint(text)).toEqual(point)
  expect(pointField.safeParse(text).success).toBe(point !== undefined || text === '')
})

test('the text of any point is parsed to a point at most a meter away', () => {
  const degrees = (most: number) => fc.double({ min: -most, max: most, noNaN: true })
  fc.assert(
    fc.property(degrees(90), degrees(180), (latitude, longitude) => {
      const text = pointText({ latitude, longitude })
      const parsed = parsePoint(text)
      expect(parsed?.latitude).toBeCloseTo(latitude, 4)
      expect(parsed?.longitude).toBeCloseTo(longitude, 4)
      expect(parsed && pointText(parsed)).toBe(text)
    }),
  )
})
