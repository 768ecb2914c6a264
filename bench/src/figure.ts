/** One measured figure, and what it is compared with. */
export interface Figure {
  key: string
  title: string
  unit: string
  value: number
  /** Taken in the same run, alternating with the value. */
  yardstick: { title: string; value: number } | null
  /** What goal and floor are about: the value itself, or its ratio to the yardstick. */
  score: number
  goal: number
  floor: number
  better: 'more' | 'less'
  /** Single rounds and what else belongs to it. */
  details: Record<string, unknown>
}

export type Verdict = 'goal' | 'passed' | 'failed'

export function verdictOf({ score, goal, floor, better }: Figure): Verdict {
  const reaches = (limit: number) => (better === 'more' ? score >= limit : score <= limit)
  return reaches(goal) ? 'goal' : reaches(floor) ? 'passed' : 'failed'
}

/** What was counted is not what was stored: the figure would be worth nothing. */
export class WrongCount extends Error {
  override name = 'WrongCount'
}

export function expectCount(what: string, found: number, expected: number): void {
  if (found !== expected) throw new WrongCount(`${what}: ${found}, expected ${expected}`)
}
