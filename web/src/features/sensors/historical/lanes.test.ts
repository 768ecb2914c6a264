import type { Point } from '@eot/contract/sensors'
import { expect, test } from 'vitest'
import { isNear, layOut, toLane } from './lanes.ts'

const look = { color: 'red', hasBand: true }
const line = { key: 'a', name: 'Room 1', look, points: [[0, 20, 18, 22, 4] satisfies Point] }
const before = {
  ...line,
  key: 'before',
  look: { color: 'gray' },
  points: [[0, 10, -90, 10, 1] satisfies Point],
}

test('values and levels are in the unit of the reader, without levels far from the values', () => {
  const given = { sensor: 'temperature', lines: [line, before], levels: [25, -40] }
  const lane = toLane(given, 'Imperial')
  expect(lane.lines.map(({ points }) => points)).toEqual([[[0, 68, 64.4, 71.6, 4]], [[0, 50, -130, 50, 1]]])
  expect([lane.unit, lane.levels]).toEqual(['°F', [77]])
  expect(lane.scale.min).toBeLessThanOrEqual(50)
  expect(lane.scale.max).toBeGreaterThanOrEqual(77)
})

test('without a band, the lowest and highest values do not flatten the lines', () => {
  const lines = [before, { ...before, key: 'b' }]
  const { scale } = toLane({ sensor: 'temperature', lines }, 'Metric')
  expect(scale.min).toBeGreaterThan(-90)
})

test.each([
  [25, [18, 22], true],
  [12, [18, 22], true],
  [30, [18, 22], false],
  [35, [], false],
  [3, [1, 1], false],
  [1.05, [1, 1], true],
])('a level of %d is near %j: %s', (level, values, expected) => {
  expect(isNear(level, values)).toBe(expected)
})

test('lanes are stacked vertically and share their time axis', () => {
  const lane = toLane({ sensor: 'temperature', lines: [line] }, 'Metric')
  const { frames, height, whole } = layOut([lane, lane], 500, { fromMs: 0, toMs: 100 })
  const [first, second] = frames
  expect(second?.top).toBeGreaterThanOrEqual((first?.top ?? 0) + (first?.height ?? 0))
  expect(second?.left).toBe(first?.left)
  expect((second?.top ?? 0) + (second?.height ?? 0)).toBeLessThan(height)
  expect([whole.left, whole.width]).toEqual([first?.left, first?.width])
})
