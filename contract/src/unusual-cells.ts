import type { AlertHeatmap } from './alert-counts.ts'
import { chanceOfMore } from './chance.ts'

export type HeatCell = AlertHeatmap['Cells'][number] & {
  /** The count expected from the totals of its day and of its hour. */
  expected: number
  /** The probability that chance alone makes any of the cells stand out like this one; 1: it does not stand out. */
  chance: number
  /** Whether it has more alerts than can be explained by chance. */
  isUnusual: boolean
}

/** Fewer alerts are not significant. */
const leastCount = 3
/** The probability that any of the cells is called unusual by chance. */
const falseAlarm = 0.05

/** Compares each cell with the count expected from its day and its hour. */
export function findUnusual(cells: AlertHeatmap['Cells']): HeatCell[] {
  const total = cells.reduce((sum, { Count }) => sum + Count, 0)
  const ofDay = totals(cells, ({ DayOfWeek }) => DayOfWeek)
  const ofHour = totals(cells, ({ HourOfDay }) => HourOfDay)
  return cells.map((cell) => {
    const expected =
      total === 0 ? 0 : ((ofDay.get(cell.DayOfWeek) ?? 0) * (ofHour.get(cell.HourOfDay) ?? 0)) / total
    const chance =
      cell.Count >= leastCount && cell.Count > expected
        ? Math.min(1, chanceOfMore(cell.Count, expected) * cells.length)
        : 1
    return { ...cell, expected, chance, isUnusual: chance < falseAlarm }
  })
}

function totals(
  cells: AlertHeatmap['Cells'],
  keyOf: (cell: AlertHeatmap['Cells'][number]) => number,
): Map<number, number> {
  const sums = new Map<number, number>()
  for (const cell of cells) sums.set(keyOf(cell), (sums.get(keyOf(cell)) ?? 0) + cell.Count)
  return sums
}
