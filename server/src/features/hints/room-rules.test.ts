import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { driftOf, unlikeRooms } from './room-rules.ts'

describe('a room differs from the others', () => {
  test.each([
    ['colder than all others by more than matters', [21, 21.4, 20.8, 21.2, 16], 2.5, [4]],
    ['not by less than matters', [21, 21.4, 20.8, 21.2, 19], 2.5, []],
    ['not if the others differ as much', [15, 27, 21, 18, 24, 30], 2.5, []],
    ['not among fewer than five', [21, 21, 21, 16], 2.5, []],
    ['not if it was not measured', [21, 21, 21, 21, undefined, 21], 2.5, []],
    ['two of many', [600, 610, 590, 605, 595, 1200, 600, 100], 250, [5, 7]],
  ])('%s', (_what, values, least, expected) => {
    expect(unlikeRooms(values, least).map(({ index }) => index)).toEqual(expected)
  })

  test('whatever all rooms have in common makes no difference', () => {
    const values = fc.array(fc.integer({ min: 0, max: 2000 }), { minLength: 5, maxLength: 20 })
    fc.assert(
      fc.property(values, fc.integer({ min: -500, max: 500 }), (rooms, shift) => {
        const of = (all: number[]) => unlikeRooms(all, 100).map(({ index }) => index)
        expect(of(rooms.map((value) => value + shift))).toEqual(of(rooms))
      }),
    )
  })
})

describe('a sensor drifts', () => {
  /** Small changes from day to day, the same in every run. */
  const stir = (day: number) => ((day * 7) % 5) - 2
  const days = Array.from({ length: 28 }, (_, day) => day)
  const steady = days.map((day) => 450 + stir(day))
  const rising = days.map((day) => 450 + day * 10 + stir(day * 3))

  test('if it moves away from the others day by day', () => {
    const drift = driftOf(rising, steady, 120)
    expect(drift?.days).toBe(28)
    expect((drift?.to ?? 0) - (drift?.from ?? 0)).toBeCloseTo(270, -1)
  })

  test.each([
    ['it stays as it is', steady, steady],
    ['all rooms rise alike', rising, rising.map((value) => value + 40)],
    ['it moved by less than matters', days.map((day) => 450 + day), steady],
    [
      'it jumped once, such as a device that was moved',
      days.map((day) => 450 + (day < 14 ? 0 : 300) + stir(day)),
      steady,
    ],
    ['it jumped once and back', days.map((day) => (day === 14 ? 900 : 450 + stir(day))), steady],
    ['too few days were measured', rising.map((value, day) => (day % 2 ? value : undefined)), steady],
    ['there are no other rooms', rising, days.map(() => undefined)],
  ])('not if %s', (_what, own, others) => {
    expect(driftOf(own, others, 120)).toBeUndefined()
  })

  test('by chance in fewer than one of 300 rooms with random values', () => {
    let state = 1
    const random = () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return state / 2 ** 32
    }
    const found = Array.from({ length: 3000 }, () =>
      driftOf(
        days.map(() => 400 + 100 * random()),
        days.map(() => 400 + 100 * random()),
        0,
      ),
    ).filter(Boolean)
    expect(found.length).toBeLessThan(10)
  })
})
