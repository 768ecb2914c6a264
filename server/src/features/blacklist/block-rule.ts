import type { BlockReason } from '@eot/contract/blacklist'

/** Why a message did not arrive. SoftBounce: for a temporary reason, such as a full mailbox. */
export type FailureKind = Exclude<BlockReason, 'SoftBounces' | 'Manual'> | 'SoftBounce'

export interface BlockState {
  isBlocked: boolean
  reason: BlockReason | null
  /** Since the last message that arrived. */
  failures: number
  firstFailureAt: Date | null
  blockedAt: Date | null
  /** null: until the block is ended by a person. */
  blockedUntil: Date | null
}

/** How many messages in a row must fail for temporary reasons before an address is blocked. */
export const softBounceLimit = 5
/** Failures that are older than the last one by more than this do not count, in ms. */
export const softBounceWindowMs = 7 * 86_400_000
/** How long such a block lasts, in ms. */
export const softBlockMs = 86_400_000

/** Returns the state of an address after a message to it has failed. */
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

/** Returns whether an address is blocked at this time. */
export function isBlockedAt(
  { isBlocked, blockedUntil }: Pick<BlockState, 'isBlocked' | 'blockedUntil'>,
  at: Date,
): boolean {
  return isBlocked && (blockedUntil === null || blockedUntil > at)
}

/** Status codes (RFC 3463) of an address that does not exist, has moved, or is disabled. */
const noSuchMailbox = new Set(['1.1', '1.2', '1.3', '1.6', '1.10', '2.1'])

/**
 * Returns what a mail server's permanent refusal of a command means for the receiver. Only the enhanced status code
 * distinguishes a wrong address from a refused sender or text, which means nothing for the receiver: undefined. Without one,
 * the refusal of the receiver itself may be temporary, as may any other trouble with the mailbox (5.2), such as a full one.
 */
export function bounceOf(answer: string, command: string | undefined): FailureKind | undefined {
  const [, code] = /^5\d\d[ -]5\.(\d{1,3}\.\d{1,3})\b/.exec(answer) ?? []
  if (code !== undefined && noSuchMailbox.has(code)) return 'HardBounce'
  if (code !== undefined) return code.startsWith('2.') ? 'SoftBounce' : undefined
  return command === 'RCPT TO' ? 'SoftBounce' : undefined
}
