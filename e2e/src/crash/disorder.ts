/** Chooses the samples that a device sends next, some of them duplicated or late. */
export interface Disorder {
  /** Numbers of the samples to send now, and of those to send again. */
  next(n: number): { first: number[]; again: number[] }
  /** Samples still held back. */
  rest(): number[]
}

const repeatShare = 0.05
const lateShare = 0.05
/** Late enough that the minute, and sometimes the hour, of the sample is over. */
const latestBy = 700
const repeatedWithin = 200

/** `keepsOrder`: duplicates only, since they do not change the order of new samples. */
export function disorder(random: () => number, keepsOrder: boolean): Disorder {
  const held: { n: number; until: number }[] = []
  return {
    next(n) {
      const isLate = !keepsOrder && random() < lateShare
      if (isLate) held.push({ n, until: n + 1 + Math.floor(random() ** 3 * latestBy) })
      const due = held.filter(({ until }) => until <= n)
      for (const one of due) held.splice(held.indexOf(one), 1)
      const first = [...(isLate ? [] : [n]), ...due.map((one) => one.n)]
      const earlier = n - 1 - Math.floor(random() * repeatedWithin)
      const again = random() < repeatShare && earlier >= 0 ? [earlier] : []
      return { first, again }
    },
    rest: () => held.splice(0).map(({ n }) => n),
  }
}
