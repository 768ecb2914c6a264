import { describe, expect, test } from 'vitest'
import { type StreamLine, sharedTimes, shareScale, valueAt } from './stream-line.ts'

function line(...samples: [number, number][]): StreamLine {
  const look = { key: 'vape', name: 'Vape', spoken: 'Vape', color: 'red', unit: '', strong: false }
  return { ...look, samples, share: (value) => value / 50, text: String }
}

describe('the axis of shares', () => {
  test('follows the values down while all are low, so that they are visible', () => {
    expect(shareScale([0.1, 0.2])).toEqual({ max: 0.3, ticks: [0, 0.1, 0.2] })
    expect(shareScale([0.1, 0.5])).toEqual({ max: 0.6, ticks: [0, 0.25, 0.5] })
    expect(shareScale([])).toEqual({ max: 0.3, ticks: [0, 0.1, 0.2] })
  })

  test('extends past the alert level as soon as a value comes near it', () => {
    expect(shareScale([0.59])).toEqual({ max: 1.4, ticks: [0, 0.5, 1] })
    expect(shareScale([0.2, 1.1])).toEqual({ max: 1.4, ticks: [0, 0.5, 1] })
  })

  test('grows in steps when a value goes far beyond its level', () => {
    expect(shareScale([1.5]).max).toBe(2)
    expect(shareScale([2.5]).max).toBe(3)
    expect(shareScale([12]).max).toBe(20)
    expect(shareScale([900]).max).toBe(50)
  })

  test('has a tick at the alert level whenever it extends that far', () => {
    for (const highest of [0.7, 1, 1.9, 2.8, 4, 6, 9, 15, 50])
      expect(shareScale([highest]).ticks).toContain(1)
  })
})

test('times shared by several lines are listed once, in order', () => {
  expect(sharedTimes([line([10, 1], [20, 1]), line([5, 1], [15, 1], [20, 2])], 10)).toEqual([10, 15, 20])
})

test('a value is found only at its exact time', () => {
  const read = line([10, 7], [20, 8])
  expect(valueAt(read, 20)).toBe(8)
  expect(valueAt(read, 15)).toBeUndefined()
  expect(valueAt(read, 99)).toBeUndefined()
})
