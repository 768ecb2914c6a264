import { describe, expect, test } from 'vitest'
import { silences, splitAtGaps, usualSpacingMs } from './gaps.ts'

const self = (ms: number) => ms

describe('splitting a line at gaps', () => {
  test('samples closer than the longest gap stay one line', () => {
    expect(splitAtGaps([0, 5, 10, 25], self, 15)).toEqual([[0, 5, 10, 25]])
  })

  test('a longer gap is never bridged', () => {
    expect(splitAtGaps([0, 5, 21, 26, 99], self, 15)).toEqual([[0, 5], [21, 26], [99]])
  })

  test('no samples give no line', () => {
    expect(splitAtGaps([], self, 15)).toEqual([])
  })
})

describe('silences', () => {
  test('a gap inside the window is a silence', () => {
    expect(silences([0, 10, 50, 60], 0, 60, 15)).toEqual([[10, 50]])
  })

  test('a gap exactly as long as allowed is not a silence', () => {
    expect(silences([0, 15, 30], 0, 45, 15)).toEqual([])
  })

  test('missing data up to the right edge is a silence', () => {
    expect(silences([0, 10], 0, 40, 15)).toEqual([[10, 40]])
  })

  test('a gap that began before the window is cut at its edge', () => {
    expect(silences([0, 100], 50, 100, 15)).toEqual([[50, 100]])
  })

  test('the time before the first sample is a silence', () => {
    expect(silences([80, 90, 100], 0, 100, 15)).toEqual([[0, 80]])
  })

  test('the last sample before the window counts', () => {
    expect(silences([40, 52, 60], 50, 60, 15)).toEqual([])
  })

  test('a window without any samples is one silence', () => {
    expect(silences([], 0, 100, 15)).toEqual([[0, 100]])
  })
})

test('a single gap does not change the usual spacing', () => {
  expect(usualSpacingMs([0, 5, 10, 500, 505], 1)).toBe(5)
  expect(usualSpacingMs([7], 1)).toBe(1)
})
