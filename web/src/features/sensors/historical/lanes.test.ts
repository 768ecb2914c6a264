import { expect, test } from 'vitest'
import { isNear, layOut, toLane } from './lanes.ts'

const graph = {
  Sensor: 'temperature',
  Unit: '°C',
  Points: [[0, 20, 18, 22, 4] as [number, number, number, number, number]],
  Levels: [
    { AlertType: 'Temperature', Direction: 'high' as const, RaiseLevel: 25 },
    { AlertType: 'TemperatureLow', Direction: 'low' as const, RaiseLevel: -40 },
  ],
}

test('values and levels are in the unit of the reader, without levels far from the values', () => {
  const lane = toLane(graph, { compared: [[0, 10, 10, 10, 1]] }, 'Imperial')
  expect(lane.points).toEqual([[0, 68, 64.4, 71.6, 4]])
  expect(lane.compared.map(([, mean]) => mean)).toEqual([50])
  expect([lane.unit, lane.levels]).toEqual(['°F', [77]])
  expect(lane.scale.min).toBeLessThanOrEqual(50)
  expect(lane.scale.max).toBeGreaterThanOrEqual(77)
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
  const lane = toLane(graph, {}, 'Metric')
  const { frames, height, whole } = layOut([lane, lane], 500, { fromMs: 0, toMs: 100 })
  const [first, second] = frames
  expect(second?.top).toBeGreaterThanOrEqual((first?.top ?? 0) + (first?.height ?? 0))
  expect(second?.left).toBe(first?.left)
  expect((second?.top ?? 0) + (second?.height ?? 0)).toBeLessThan(height)
  expect([whole.left, whole.width]).toEqual([first?.left, first?.width])
})
