import { type Figure, type Verdict, verdictOf } from './figure.ts'
import type { Machine } from './machine.ts'

const words: Record<Verdict, string> = {
  goal: 'goal reached',
  passed: 'above the floor',
  failed: 'BELOW THE FLOOR',
}

export interface Report {
  machine: Machine
  isQuick: boolean
  startedAt: string
  seconds: number
  figures: (Figure & { verdict: Verdict })[]
}

export function makeReport(parts: Omit<Report, 'figures'> & { figures: readonly Figure[] }): Report {
  return { ...parts, figures: parts.figures.map((figure) => ({ ...figure, verdict: verdictOf(figure) })) }
}

export function tableOf({ machine, isQuick, figures }: Report): string {
  const rows = figures.map((figure) => {
    const { title, unit, value, yardstick, score, goal, floor, better, verdict } = figure
    const sign = better === 'more' ? '≥' : '≤'
    const isRatio = yardstick !== null && score !== value
    return [
      title,
      `${readable(value)} ${unit}`,
      yardstick ? `${readable(yardstick.value)} (${yardstick.title})` : '–',
      isRatio ? `${score.toFixed(2)} ×` : readable(score),
      `${sign} ${goal}${isRatio ? ' ×' : ''}`,
      `${sign} ${floor}${isRatio ? ' ×' : ''}`,
      words[verdict],
    ]
  })
  const head = ['figure', 'measured', 'yardstick in the same run', 'score', 'goal', 'floor', '']
  return [
    `${machine.cores} cores, ${machine.cpu}, ${machine.memoryGiB} GiB; Node ${machine.node}; PostgreSQL ${machine.postgres}${isQuick ? '; quick run' : ''}`,
    '',
    ...aligned([head, ...rows]),
  ].join('\n')
}

function aligned(rows: readonly string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  )
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

function readable(value: number): string {
  if (value >= 1_000_000) return `${(value / 1_000_000).toFixed(2)} M`
  if (value >= 10_000) return `${(value / 1000).toFixed(1)} k`
  return value >= 100 ? value.toFixed(0) : value.toFixed(2)
}
