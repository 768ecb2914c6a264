import type { Point } from '@eot/contract/sensors'
import { expect, test } from 'vitest'
import { laneVerdict } from './lane-verdict.ts'

const episode = { startMs: 10_000, endMs: 15_000 }
/** One value per second; the alert begins at the eleventh. */
const points = (...values: number[]): Point[] =>
  values.map((value, at) => [at * 1000, value, value, value, 1])
const calm = [40, 41, 40, 39, 40, 40, 41, 40, 40, 40]

test.each([
  ['rises well above its earlier values', [80, 90, 85], { kind: 'rose', value: 90 }],
  ['falls well below its earlier values', [30, 12, 20], { kind: 'fell', value: 12 }],
  ['moves both ways is judged by the larger move', [45, 90, 20], { kind: 'rose', value: 90 }],
  ['moves by less than a tenth is steady', [41, 43, 42], { kind: 'steady', low: 39, high: 43 }],
])('a sensor that %s', (_what, during, verdict) => {
  expect(laneVerdict(points(...calm, ...during), episode, 1)).toEqual(verdict)
})

test('a sensor that always fluctuates is steady as long as it fluctuates no more than before', () => {
  const swaying = [20, 60, 20, 60, 20, 60, 20, 60, 20, 60]
  expect(laneVerdict(points(...swaying, 70, 30), episode, 1).kind).toBe('steady')
  expect(laneVerdict(points(...swaying, 110, 30), episode, 1)).toEqual({ kind: 'rose', value: 110 })
})

test('a change smaller than what matters for the kind does not count', () => {
  const zeros = Array.from({ length: 10 }, () => 0)
  expect(laneVerdict(points(...zeros, 1), episode, 2).kind).toBe('steady')
  expect(laneVerdict(points(...zeros, 3), episode, 2).kind).toBe('rose')
})

test('values after the alert are ignored', () => {
  const after: Point = [20_000, 500, 500, 500, 1]
  expect(laneVerdict([...points(...calm, 40, 41), after], episode, 1).kind).toBe('steady')
})

test.each([
  ['before', points(40, 40)],
  ['during the alert', points(...calm).map(([ms, ...rest]): Point => [ms + 10_000, ...rest])],
  ['at all', []],
])('there is no verdict without values %s', (_when, given) => {
  expect(laneVerdict(given, episode, 1)).toEqual({ kind: 'unknown' })
})
