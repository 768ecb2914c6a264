import { expect, test } from 'vitest'
import { scoredDays } from './scored-days.ts'

test('every day of a range has its score or none, even when clocks change', () => {
  const zone = 'Europe/Berlin'
  const [saturday, sunday, monday, tuesday] = [
    '2026-10-23T22:00Z',
    '2026-10-24T22:00Z',
    '2026-10-25T23:00Z',
    '2026-10-26T23:00Z',
  ].map((text) => Date.parse(text)) as [number, number, number, number]
  const points: [number, number, number, number, number][] = [[sunday, 78, 60, 90, 4]]
  expect(scoredDays(points, { from: saturday, to: tuesday }, zone)).toEqual([
    [saturday, -1],
    [sunday, 78],
    [monday, -1],
  ])
})
