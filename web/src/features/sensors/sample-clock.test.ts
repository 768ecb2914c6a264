import { expect, test } from 'vitest'
import { makeSampleClock } from './sample-clock.ts'

test('before the first sample arrives the local clock is used', () => {
  expect(makeSampleClock().now(1_000_000)).toBe(1_000_000)
})

test('a normal delay from device to screen changes nothing', () => {
  const clock = makeSampleClock()
  clock.arrived(1_000_000, 1_000_400)
  expect(clock.now(1_010_000)).toBe(1_010_000)
})

test('a computer clock two minutes ahead is corrected, so that new values do not look old', () => {
  const clock = makeSampleClock()
  clock.arrived(1_000_000, 1_120_000)
  clock.arrived(1_005_000, 1_125_300)
  expect(clock.now(1_126_000)).toBe(1_006_000)
})

test('a computer clock that is behind is corrected as well', () => {
  const clock = makeSampleClock()
  clock.arrived(1_060_000, 1_000_000)
  expect(clock.now(1_001_000)).toBe(1_061_000)
})

test('one delayed sample among prompt ones does not move the clock', () => {
  const clock = makeSampleClock()
  clock.arrived(1_000_000, 1_000_300)
  clock.arrived(900_000, 1_005_000)
  expect(clock.now(1_006_000)).toBe(1_006_000)
})
