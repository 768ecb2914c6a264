interface Corner {
  place: readonly number[]
  cost: number
}

/** Minimizes the cost without derivatives: the downhill simplex method of Nelder and Mead. */
export function minimize(
  costOf: (place: readonly number[]) => number,
  start: readonly number[],
  { step, rounds }: { step: number; rounds: number },
): readonly number[] {
  const corner = (place: readonly number[]): Corner => ({ place, cost: costOf(place) })
  const moved = (index: number) => start.map((value, other) => (other === index ? value + step : value))
  let corners = [corner(start), ...start.map((_, index) => corner(moved(index)))]
  for (let round = 0; round < rounds; round++) {
    corners.sort((a, b) => a.cost - b.cost)
    const [best, worst] = [corners[0], corners.at(-1)]
    const rest = corners.slice(0, -1)
    const nextWorst = rest.at(-1)
    if (!best || !worst || !nextWorst) break
    const center = start.map(
      (_, index) => rest.reduce((sum, { place }) => sum + (place[index] ?? 0), 0) / rest.length,
    )
    const beyond = (factor: number) =>
      corner(center.map((value, index) => value + factor * (value - (worst.place[index] ?? 0))))
    const reflected = beyond(1)
    if (reflected.cost < best.cost) {
      const expanded = beyond(2)
      corners = [...rest, expanded.cost < reflected.cost ? expanded : reflected]
    } else if (reflected.cost < nextWorst.cost) corners = [...rest, reflected]
    else {
      const contracted = beyond(-0.5)
      corners =
        contracted.cost < worst.cost
          ? [...rest, contracted]
          : [best, ...corners.slice(1).map(({ place }) => corner(halfway(best.place, place)))]
    }
  }
  return corners.reduce((best, one) => (one.cost < best.cost ? one : best)).place
}

const halfway = (from: readonly number[], to: readonly number[]) =>
  from.map((value, index) => (value + (to[index] ?? 0)) / 2)
