/** A measured figure and its yardstick. */
export interface Figure {
  key: string
  title: string
  unit: string
  value: number
  /** Measured in the same run, alternating with the value. */
  yardstick: { title: string; value: number } | null
  /** Compared with goal and floor: the value itself, or its ratio to the yardstick. */
  score: number
  goal: number
  floor: number
  better: 'more' | 'less'
  /** Individual rounds and other details. */
  details: Record<string, unknown>
}

/** Returns the figure of a duration in ms, without a yardstick. Less is better. */
export const msFigure = (
  measured: Pick<Figure, 'key' | 'title' | 'value' | 'goal' | 'floor' | 'details'>,
): Figure => ({ ...measured, unit: 'ms', yardstick: null, score: measured.value, better: 'less' })

export type Verdict = 'goal' | 'passed' | 'failed'

export function verdictOf({ score, goal, floor, better }: Figure): Verdict {
  const reaches = (limit: number) => (better === 'more' ? score >= limit : score <= limit)
  return reaches(goal) ? 'goal' : reaches(floor) ? 'passed' : 'failed'
}

/** The number of rows sent and stored differ, so the figure is invalid. */
export class WrongCount extends Error {
  override name = 'WrongCount'
}

export function expectCount(what: string, found: number, expected: number): void {
  if (found !== expected) throw new WrongCount(`${what}: ${found}, expected ${expected}`)
}
