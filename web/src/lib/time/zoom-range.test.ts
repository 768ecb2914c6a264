import { expect, test } from 'vitest'
import { stepRange, zoomTo } from './zoom-range.ts'

const hour = 3_600_000
const at = (hours: number) => 1_000_000 * hour + hours * hour
const day = { startTime: at(0), endTime: at(24) }
const free = { first: 0, last: at(1000) }

test('a selection is widened to whole bars, but not beyond the range', () => {
  expect(zoomTo(day, 3 * hour, at(4), at(7))).toEqual({ startTime: at(3), endTime: at(9) })
  expect(zoomTo(day, 3 * hour, at(6), at(9))).toEqual({ startTime: at(6), endTime: at(9) })
  expect(zoomTo(day, 7 * hour, at(20), at(24))).toEqual({ startTime: at(14), endTime: at(24) })
})

test.each([
  ['earlier', -24, 0],
  ['later', 24, 48],
  ['in', 6, 18],
  ['out', -12, 36],
] as const)('a step %s turns a day into the hours %s to %s', (step, start, end) => {
  expect(stepRange(day, step, free)).toEqual({ startTime: at(start), endTime: at(end) })
})

test('a range never extends beyond the limits, and a step without effect returns undefined', () => {
  const today = { first: 0, last: at(24) }
  expect(stepRange(day, 'later', today)).toBeUndefined()
  expect(stepRange(day, 'out', today)).toEqual({ startTime: at(-12), endTime: at(24) })
  expect(stepRange({ startTime: 0, endTime: at(24) }, 'out', today)).toBeUndefined()
  expect(stepRange({ startTime: at(0), endTime: at(0) + 12 * 60_000 }, 'in', today)).toBeUndefined()
})
