import { type Figure, msFigure } from '../figure.ts'

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
export const treeFigure = ({ name, title = name, ms, goalMs, floorMs, details }: Measured): Figure =>
  msFigure({ key: `large-tree ${name}`, title, value: ms, goal: goalMs, floor: floorMs, details })
