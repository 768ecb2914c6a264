import { expect, test } from 'vitest'
import { mostSimilar } from './most-similar.ts'

const sites = ['riverside gym', 'riverside annex', 'east campus', 'west campus', 'gym']

test.each([
  ['riverside gim', 'riverside gym'],
  ['rivrside anex', 'riverside annex'],
  ['east campsu', 'east campus'],
  ['riverside gymnasium', undefined],
  ['est campus', undefined], // equally close to both
  ['gim', undefined], // too short to decide
  ['', undefined],
])('the site meant by “%s” is %s', (text, expected) => {
  expect(mostSimilar(text, sites)).toBe(expected)
})
