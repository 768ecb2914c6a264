import type { PointColumns } from '@eot/contract/columnar-series'
import type { Point } from '@eot/contract/sensors'
import { PointColumnsBuilder } from './point-columns-builder.ts'

/** The points of a sensor in chronological order, five numbers for each: start in epoch ms, count, sum, minimum and maximum. */
export type PointCells = Float64Array

export const cellLength = 5
export const noCells: PointCells = new Float64Array()
const [countAt, sumAt, minAt, maxAt] = [1, 2, 3, 4]

/** Joins two series. If the last point of `earlier` and the first point of `later` have the same start, they become one point. */
export function appendCells(earlier: PointCells, later: PointCells): PointCells {
  if (later.length === 0) return earlier
  const last = earlier.length - cellLength
  const isShared = last >= 0 && earlier[last] === later[0]
  const all = new Float64Array(earlier.length + later.length - (isShared ? cellLength : 0))
  all.set(earlier)
  all.set(isShared ? later.subarray(cellLength) : later, earlier.length)
  if (isShared) combine(all, last, later, 0)
  return all
}

/**
 * Returns the points for the cells that start at `from` or later. `pointStart` maps the start of a cell to the start of its point.
 * They differ if the device is in a time zone whose hours begin at half past in UTC, and the requested time zone is not.
 */
export function pointsOfCells(
  cells: PointCells,
  from: number,
  pointStart: (start: number) => number,
): PointColumns<Point> {
  const points = new PointColumnsBuilder()
  const point = new Float64Array(cellLength).fill(Number.NaN)
  const finish = () => {
    const [start = Number.NaN, count = 0, sum = 0, min = 0, max = 0] = point
    if (!Number.isNaN(start)) points.add(start, { count, sum, min, max })
  }
  for (let at = 0; at < cells.length; at += cellLength) {
    const cell = cells[at] as number // within the bounds
    if (cell < from) continue
    const start = pointStart(cell)
    if (start === point[0]) {
      combine(point, 0, cells, at)
      continue
    }
    finish()
    point.set(cells.subarray(at, at + cellLength))
    point[0] = start
  }
  finish()
  return points.finish()
}

function combine(target: PointCells, to: number, source: PointCells, from: number): void {
  const value = (cells: PointCells, at: number) => cells[at] as number // within the bounds
  target[to + countAt] = value(target, to + countAt) + value(source, from + countAt)
  target[to + sumAt] = value(target, to + sumAt) + value(source, from + sumAt)
  target[to + minAt] = Math.min(value(target, to + minAt), value(source, from + minAt))
  target[to + maxAt] = Math.max(value(target, to + maxAt), value(source, from + maxAt))
}
