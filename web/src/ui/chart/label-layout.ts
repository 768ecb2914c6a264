/**
 * Moves labels apart until neighbours are at least `apart` from each other, within [top, bottom] as far as
 * they fit; answers the new positions in the order of the old ones, which the labels keep.
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
