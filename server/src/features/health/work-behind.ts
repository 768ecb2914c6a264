import { type Work, work, workLimits } from '@eot/contract/health'

/** By how many seconds each kind of work is behind. Absent: nothing is due. */
export type Behind = Partial<Record<Work, number>>

export interface WorkState {
  work: Work
  behindSeconds: number
  limitSeconds: number
  isStalled: boolean
}

/** Judges all kinds of work, in the order in which they are listed. */
export const judgeWork = (behind: Behind): WorkState[] =>
  work.map((one) => {
    const behindSeconds = Math.max(0, Math.floor(behind[one] ?? 0))
    const limitSeconds = workLimits[one]
    return { work: one, behindSeconds, limitSeconds, isStalled: behindSeconds > limitSeconds }
  })
