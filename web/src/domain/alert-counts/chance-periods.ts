const steps = [1000, 500, 200, 100, 50, 20]

/** Returns the rounded number of periods in which chance brings something less than once, at most 1,000. */
export const periodsOf = (chance: number): number => steps.find((step) => chance * step < 1) ?? 1
