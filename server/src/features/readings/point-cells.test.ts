import { expect, test } from 'vitest'
import { appendCells, pointsOfCells } from './point-cells.ts'

const cells = (...all: number[][]) => Float64Array.from(all.flat())
const known = cells([10, 2, 5, 1, 4], [20, 1, 3, 3, 3])

test('later points follow, and add to the last one if they begin with it', () => {
  expect(appendCells(known, cells([30, 1, 9, 9, 9]))).toEqual(
    cells([10, 2, 5, 1, 4], [20, 1, 3, 3, 3], [30, 1, 9, 9, 9]),
  )
  expect(appendCells(known, cells([20, 2, 9, 2, 7], [30, 1, 9, 9, 9]))).toEqual(
    cells([10, 2, 5, 1, 4], [20, 3, 12, 2, 7], [30, 1, 9, 9, 9]),
  )
  expect(appendCells(cells(), known)).toEqual(known)
  expect(appendCells(known, cells())).toEqual(known)
  expect(known).toEqual(cells([10, 2, 5, 1, 4], [20, 1, 3, 3, 3]))
})

test('cells of one point are combined, as in a zone half an hour apart', () => {
  const point = (start: number) => (start < 30 ? 5 : 25)
  expect(pointsOfCells(appendCells(known, cells([30, 1, 9, 9, 9])), 0, point).toList()).toEqual([
    [5, 2.666666667, 1, 4, 3],
    [25, 9, 9, 9, 1],
  ])
  expect(pointsOfCells(known, 11, (start) => start).toList()).toEqual([[20, 3, 3, 3, 1]])
  expect(pointsOfCells(cells(), 0, point).toList()).toEqual([])
})
