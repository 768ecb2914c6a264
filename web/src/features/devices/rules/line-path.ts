import { svgPoint } from '../../../ui/chart/svg-point.ts'

/** An SVG path through points in ascending order of time. A gap longer than two intervals interrupts the line. */
export function linePath(
  points: readonly (readonly [ms: number, value: number])[],
  intervalMs: number,
  x: (ms: number) => number,
  y: (value: number) => number,
): string {
  let before = Number.NEGATIVE_INFINITY
  return points
    .map(([ms, value]) => {
      const isGap = ms - before > 2 * intervalMs
      before = ms
      return `${isGap ? 'M' : 'L'}${svgPoint(x(ms), y(value))}`
    })
    .join('')
}
