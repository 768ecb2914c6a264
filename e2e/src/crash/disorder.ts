/** Which samples a device sends next, when some are sent twice and some come late. */
export interface Disorder {
  /** Numbers to be sent now, and those to be sent once more. */
  next(n: number): { first: number[]; again: number[] }
  /** What is still held back. */
  rest(): number[]
}

const repeatShare = 0.05
const lateShare = 0.05
/** So late that its minute, and now and then its hour, is over. */
const latestBy = 700
const repeatedWithin = 200

/** `keepsOrder`: repeats only, since a sample known already changes nothing. */
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
