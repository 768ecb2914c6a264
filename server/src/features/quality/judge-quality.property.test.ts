import type { Point } from '@eot/contract/sensors'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { judgeQuality } from './judge-quality.ts'

const minute = 60_000
const start = Date.UTC(2026, 10, 16)

/** For each minute of a day, a value or none. */
const day = fc.array(
  fc.record({
    /** In minutes. */
    length: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 300 })),
    kind: fc.constantFrom('none', 'same', 'calm', 'wild'),
    /** Only two values, so that the same one often follows a silence. */
    value: fc.constantFrom(0, 5000),
  }),
  { minLength: 1, maxLength: 8 },
)

const valuesOf = (parts: readonly { length: number; kind: string; value: number }[]): Values =>
  parts.flatMap(({ length, kind, value }) =>
    Array.from({ length }, (_, n) => {
      if (kind === 'none') return undefined
      const calm = 500 + value / 100
      return kind === 'same' ? calm : calm + (kind === 'wild' ? 200 : 1) * (n % 2)
    }),
  )

test('every minute is judged as if looked at separately', () => {
  fc.assert(
    fc.property(day, (parts) => {
      const values = valuesOf(parts)
      const points = values.flatMap((value, n): Point[] =>
        value === undefined ? [] : [[start + n * minute, value, value, value, 1]],
      )
      const range = { from: start, to: start + values.length * minute }
      const known = {
        range,
        shape: { lengthMs: 0, endOf: (at: number) => at },
        intervals: [{ since: Number.NEGATIVE_INFINITY, ms: minute }] as const,
        rejected: [],
        skews: [],
      }
      const spans = judgeQuality('ECO2', points, known)
      const judged = values.map((_, n) =>
        spans.flatMap(({ From, To, Quality }) =>
          From <= start + n * minute && start + n * minute < To ? [Quality] : [],
        ),
      )
      const usual = usualOf(values)
      const expected = values.map((_, n) => [
        ...(isMissing(values, n, usual) ? ['Gap'] : []),
        ...(isStuck(values, n, usual) ? ['Stuck'] : []),
        ...(isNoisy(values, n) ? ['Noisy'] : []),
      ])
      expect(judged.map((one) => one.toSorted())).toEqual(expected.map((one) => one.toSorted()))
    }),
    { numRuns: 40 },
  )
})

test('by the hour, a gap is an hour with fewer than 45 readings, and four hours or more of one value are stuck', () => {
  fc.assert(
    fc.property(day, (parts) => {
      const values = valuesOf(parts)
      const hours = Array.from({ length: Math.floor(values.length / 60) }, (_, n) =>
        values.slice(n * 60, n * 60 + 60).filter((value) => value !== undefined),
      )
      const points = hours.flatMap((ofHour, n): Point[] => {
        const sum = ofHour.reduce((all, value) => all + value, 0)
        const at = start + n * 60 * minute
        return ofHour.length === 0
          ? []
          : [[at, sum / ofHour.length, Math.min(...ofHour), Math.max(...ofHour), ofHour.length]]
      })
      const known = {
        range: { from: start, to: start + hours.length * 60 * minute },
        shape: { lengthMs: 60 * minute, endOf: (at: number) => at + 60 * minute },
        intervals: [{ since: Number.NEGATIVE_INFINITY, ms: minute }] as const,
        rejected: [],
        skews: [],
      }
      const spans = judgeQuality('ECO2', points, known)
      const isIn = (n: number, quality: string) =>
        spans.some(
          ({ From, To, Quality }) =>
            Quality === quality && From <= start + n * 60 * minute && start + n * 60 * minute < To,
        )
      const same = (n: number) => (new Set(hours[n]).size === 1 ? hours[n]?.[0] : undefined)
      const isStuckHour = (n: number) => {
        const value = same(n)
        if (value === undefined) return false
        let [first, last] = [n, n]
        while (same(first - 1) === value) first -= 1
        while (same(last + 1) === value) last += 1
        return last - first >= 3
      }
      // Runs over empty hours are covered by the tables.
      fc.pre(hours.every((ofHour) => ofHour.length >= 12))
      for (const n of hours.keys()) {
        expect([n, isIn(n, 'Gap')]).toEqual([n, (hours[n]?.length ?? 0) < 45])
        expect([n, isIn(n, 'Stuck')]).toEqual([n, isStuckHour(n)])
        expect([n, isIn(n, 'Noisy')]).toEqual([n, false])
      }
    }),
    { numRuns: 40 },
  )
})

type Values = readonly (number | undefined)[]

/** Returns the usual minutes between two values, at least the report interval. */
function usualOf(values: Values): number {
  const at = values.flatMap((value, n) => (value === undefined ? [] : [n]))
  if (at.length < 12) return 1
  const apart = at.slice(1).map((n, index) => n - (at[index] ?? 0))
  apart.sort((a, b) => a - b)
  return Math.max(1, apart[Math.floor(apart.length / 2)] ?? 1)
}

/** Looks back and forward for the next value. */
function isMissing(values: Values, n: number, usual: number): boolean {
  let before = n
  while (before >= 0 && values[before] === undefined) before -= 1
  let after = n + 1
  while (after < values.length && values[after] === undefined) after += 1
  if (before < 0) return after > 3 * usual && values[n] === undefined
  return after - before > 3 * usual && n >= before + usual
}

/** Looks back and forward for as long as the value stays the same, over gaps of up to three intervals. */
function isStuck(values: Values, n: number, usual: number): boolean {
  const reach = (step: 1 | -1, from: number, value: number) => {
    let [last, count, missing] = [from, 0, 0]
    for (let at = from; at >= 0 && at < values.length && missing < 3 * usual; at += step) {
      const found = values[at]
      if (found === undefined) missing += 1
      else if (found !== value) break
      else {
        ;[last, missing] = [at, 0]
        count += 1
      }
    }
    return { last, count }
  }
  // The last reading of the run ends it: a single reading has no length.
  for (let at = n; at >= 0 && n - at < 3 * usual; at -= 1) {
    const value = values[at]
    if (value === undefined) continue
    const [back, on] = [reach(-1, at, value), reach(1, at, value)]
    return n < on.last && on.last - back.last >= 180 && back.count + on.count - 1 >= 12
  }
  return false
}

function isNoisy(values: Values, n: number): boolean {
  const hourStart = Math.floor(n / 60) * 60
  const ofHour = values.slice(hourStart, hourStart + 60).filter((value) => value !== undefined)
  if (ofHour.length < 12) return false
  let [back, jumps] = [0, [] as number[]]
  for (let at = 1; at < ofHour.length; at += 1) {
    const [a = 0, b = 0, c] = [ofHour[at - 1], ofHour[at], ofHour[at + 1]]
    jumps = [...jumps, Math.abs(b - a)]
    if (c !== undefined && ((a < b && b > c) || (a > b && b < c))) back += 1
  }
  const middle = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
  return back >= (jumps.length - 1) / 2 && middle(jumps) >= Math.max(100, middle(ofHour) / 10)
}
