import type { BlockReason } from '@eot/contract/blacklist'

/** Why a message did not arrive. SoftBounce: for a reason that may pass, such as a full mailbox. */
export type FailureKind = Exclude<BlockReason, 'SoftBounces' | 'Manual'> | 'SoftBounce'

export interface BlockState {
  isBlocked: boolean
  reason: BlockReason | null
  /** Since the last message that arrived. */
  failures: number
  firstFailureAt: Date | null
  blockedAt: Date | null
  /** null: until somebody ends it. */
  blockedUntil: Date | null
}

/** So many messages in a row fail before an address is blocked for a reason that may pass. */
export const softBounceLimit = 5
/** Failures longer ago than this before the last one do not count, in ms. */
export const softBounceWindowMs = 7 * 86_400_000
/** How long such a block lasts, in ms. */
export const softBlockMs = 86_400_000

/** The state of an address after a message to it has failed. */
export function afterFailure(before: BlockState | undefined, kind: FailureKind, at: Date): BlockState {
  const isRow =
    before?.firstFailureAt != null && at.getTime() - before.firstFailureAt.getTime() <= softBounceWindowMs
  const counted = {
    failures: isRow ? before.failures + 1 : 1,
    firstFailureAt: isRow ? before.firstFailureAt : at,
  }
  if (before && isHardBlocked(before)) return { ...before, ...counted }
  if (kind !== 'SoftBounce')
    return { ...counted, isBlocked: true, reason: kind, blockedAt: at, blockedUntil: null }
  if (counted.failures >= softBounceLimit) {
    const blockedUntil = new Date(at.getTime() + softBlockMs)
    return { ...counted, isBlocked: true, reason: 'SoftBounces', blockedAt: at, blockedUntil }
  }
  return {
    ...counted,
    isBlocked: before?.isBlocked ?? false,
    reason: before?.reason ?? null,
    blockedAt: before?.blockedAt ?? null,
    blockedUntil: before?.blockedUntil ?? null,
  }
}

const isHardBlocked = ({ isBlocked, blockedUntil }: BlockState) => isBlocked && blockedUntil === null

/** Whether an address gets no messages at this time. */
export function isBlockedAt(
  { isBlocked, blockedUntil }: Pick<BlockState, 'isBlocked' | 'blockedUntil'>,
  at: Date,
): boolean {
  return isBlocked && (blockedUntil === null || blockedUntil > at)
}

/**
 * What a mail server's permanent refusal of a command says about the receiver: from the enhanced status code (RFC 3463) if
 * there is one, else from the refusal of the receiver itself. A full mailbox (5.2.2) or a refused text (5.6, 5.7) may pass.
 * undefined: nothing, since the sender was refused.
 */
export function bounceOf(answer: string, command: string | undefined): FailureKind | undefined {
  if (command === 'MAIL FROM') return undefined
  const [, subject, detail] = /\b5\.(\d{1,3})\.(\d{1,3})\b/.exec(answer) ?? []
  if (subject !== undefined)
    return subject === '1' || `${subject}.${detail}` === '2.1' ? 'HardBounce' : 'SoftBounce'
  return command === 'RCPT TO' && /^55[013]\b/.test(answer) ? 'HardBounce' : 'SoftBounce'
}
