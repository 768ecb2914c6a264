import { expect, test } from 'vitest'
import { mergeReadings } from './reading-chunk.ts'

test('more readings of a day than a call can have arguments are merged in order of time', () => {
  const count = 150_000
  const even = Float64Array.from({ length: count }, (_, n) => 2 * n)
  const odd = even.map((time) => time + 1)
  const [times, delays] = mergeReadings([even, even], [odd, odd])
  const all = Float64Array.from({ length: 2 * count }, (_, n) => n)
  expect(times).toEqual(all)
  expect(delays).toEqual(all)
})
