import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { leavesGap, mergeReadings, type Reading, readingsOf, samplesOf } from './reading-buffer.ts'

const at = (ms: number, value = ms): Reading => [ms, { vape: value }]

describe('merging readings', () => {
  test('readings in order are appended', () => {
    expect(mergeReadings([at(5)], [at(10), at(15)], 0)).toEqual([at(5), at(10), at(15)])
  })

  test('a late reading is inserted in order', () => {
    expect(mergeReadings([at(5), at(15)], [at(10)], 0)).toEqual([at(5), at(10), at(15)])
  })

  test('a reading that is already held is not duplicated', () => {
    expect(mergeReadings([at(5), at(10)], [at(10), at(15)], 0)).toEqual([at(5), at(10), at(15)])
  })

  test('values of other kinds at the same time are combined', () => {
    const joined = mergeReadings([[5, { vape: 1 }]], [[5, { CO: 2 }]], 0)
    expect(joined).toEqual([[5, { vape: 1, CO: 2 }]])
  })

  test('readings older than the window are dropped, held or new', () => {
    expect(mergeReadings([at(5), at(20)], [at(8), at(25)], 10)).toEqual([at(20), at(25)])
  })

  test('without new readings nothing changes', () => {
    const held = [at(5)]
    expect(mergeReadings(held, [], 0)).toBe(held)
  })

  test('in whatever order and batches readings arrive, each time is held once and in order', () => {
    const moments = fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 30 })
    fc.assert(
      fc.property(fc.array(moments, { maxLength: 6 }), (parcels) => {
        const held = parcels.reduce<readonly Reading[]>(
          (all, parcel) =>
            mergeReadings(
              all,
              parcel.map((ms) => at(ms)),
              0,
            ),
          [],
        )
        expect(held.map(([ms]) => ms)).toEqual([...new Set(parcels.flat())].sort((a, b) => a - b))
      }),
    )
  })
})

test('a raw series becomes readings that combine the kinds of the same time', () => {
  const series = [
    {
      Sensor: 'vape',
      Unit: '',
      Points: [
        [5, 1, 1, 1, 1],
        [10, 2, 2, 2, 1],
      ] as [number, number, number, number, number][],
    },
    {
      Sensor: 'CO',
      Unit: 'ppm',
      Points: [[10, 0.4, 0.4, 0.4, 1]] as [number, number, number, number, number][],
    },
  ]
  const readings = readingsOf(series)
  expect(readings).toEqual([
    [5, { vape: 1 }],
    [10, { vape: 2, CO: 0.4 }],
  ])
  expect(samplesOf(readings, 'CO')).toEqual([[10, 0.4]])
})

test('readings one interval apart leave no gap, those further apart may', () => {
  expect(leavesGap([at(1000)], [at(6000)], 5000)).toBe(false)
  expect(leavesGap([at(1000)], [at(8000)], 5000)).toBe(false)
  expect(leavesGap([at(1000)], [at(11_000)], 5000)).toBe(true)
  expect(leavesGap([], [at(11_000)], 5000)).toBe(false)
})
