import { expect, test } from 'vitest'
import { worstOf } from './worst-type.ts'

const sites = (...hours: number[]) => hours.map((UnheardHours) => ({ UnheardHours }))

test.each([
  ['the one with the most uncovered hours', [sites(0, 10), sites(168, 168), sites(68, 168)], 1],
  ['the first of several', [sites(168), sites(168)], 0],
  ['the first if all hours are covered', [sites(0), sites(0)], 0],
  ['the first without sites', [[], []], 0],
])('the worst covered alert type is %s', (_, coverages, expected) => {
  expect(worstOf(coverages)).toBe(expected)
})
