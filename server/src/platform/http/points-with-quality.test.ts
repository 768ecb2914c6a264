import { expect, test } from 'vitest'
import { pointsWithQuality } from './points-with-quality.ts'

const of = (points: number[][], spans: [quality: string, from: number, to: number][]) =>
  pointsWithQuality(
    points,
    spans.map(([Quality, From, To]) => ({ Quality, From, To })),
  ).map(({ values, quality }) => [...values, quality])

test('each point has the quality until the next one, and a gap its own row unless it begins with a point', () => {
  const points = [
    [0, 7],
    [10, 8],
    [40, 9],
  ]
  expect(of(points, [])).toEqual([
    [0, 7, 'Good'],
    [10, 8, 'Good'],
    [40, 9, 'Good'],
  ])
  expect(
    of(points, [
      ['Gap', -5, 0],
      ['OutOfRange', 12, 13],
      ['Stuck', 10, 45],
      ['Gap', 20, 40],
      ['Gap', 40, 50],
      ['ClockSkew', 60, 70],
    ]),
  ).toEqual([
    [-5, 'Gap'],
    [0, 7, 'Good'],
    [10, 8, 'OutOfRange; Stuck'],
    [20, 'Gap'],
    [40, 9, 'Stuck; Gap; ClockSkew'],
  ])
})

test('without points there are only gaps', () => {
  expect(
    of(
      [],
      [
        ['Gap', 3, 9],
        ['Stuck', 3, 9],
      ],
    ),
  ).toEqual([[3, 'Gap']])
})
