import { expect, test } from 'vitest'
import { svgPoint } from './svg-point.ts'

test.each([
  [0, '0.0'],
  [0.04, '0.0'],
  [12.34, '12.3'],
  [12.36, '12.4'],
  [3999.94, '3999.9'],
  [4000, '4000.0'],
  [1e6, '1000000.0'],
  [-12.34, '-12.3'],
])('a position has one decimal: %d', (pixels, expected) => {
  // The second time it is looked up.
  for (let time = 0; time < 2; time += 1) expect(svgPoint(pixels, 7)).toBe(`${expected} 7.0`)
})
