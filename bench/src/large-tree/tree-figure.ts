import type { Figure } from '../figure.ts'

interface Measured {
  name: string
  /** Defaults to the name. */
  title?: string
  ms: number
  goalMs: number
  floorMs: number
  details: Record<string, unknown>
}

/** A duration measured with the large tree. Less is better. */
export const treeFigure = ({ name, title = name, ms, goalMs, floorMs, details }: Measured): Figure => ({
  key: `large-tree ${name}`,
  title,
  unit: 'ms',
  value: ms,
  yardstick: null,
  score: ms,
  goal: goalMs,
  floor: floorMs,
  better: 'less',
  details,
})
