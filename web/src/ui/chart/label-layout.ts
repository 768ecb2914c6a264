/**
 * Moves labels apart until neighbors are at least `apart` from each other, within [top, bottom] if they fit. Returns
 * the new positions in the order of the input. Labels keep their order.
 */
export function spreadLabels(
  positions: readonly number[],
  apart: number,
  top: number,
  bottom: number,
): number[] {
  const order = positions.map((_, n) => n).sort((a, b) => at(positions, a) - at(positions, b))
  const placed: number[] = []
  let free = top
  for (const n of order) {
    const y = Math.max(free, at(positions, n))
    placed[n] = y
    free = y + apart
  }
  let limit = bottom
  for (const n of [...order].reverse()) {
    if (at(placed, n) > limit) placed[n] = limit
    limit = at(placed, n) - apart
  }
  return placed
}

const at = (list: readonly number[], index: number): number => list[index] ?? 0
