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

/** Status codes (RFC 3463) of an address that does not exist, has moved, or is disabled. */
const noSuchMailbox = new Set(['1.1', '1.2', '1.3', '1.6', '1.10', '2.1'])

/**
 * What a mail server's permanent refusal of a command says about the receiver. Only the enhanced status code tells a wrong
 * address from a sender or text that is refused, which says nothing about the receiver: undefined. Without one, the
 * refusal of the receiver itself may pass, and so may any other trouble with the mailbox (5.2), such as a full one.
 */
export function bounceOf(answer: string, command: string | undefined): FailureKind | undefined {
  const [, code] = /^5\d\d[ -]5\.(\d{1,3}\.\d{1,3})\b/.exec(answer) ?? []
  if (code !== undefined && noSuchMailbox.has(code)) return 'HardBounce'
  if (code !== undefined) return code.startsWith('2.') ? 'SoftBounce' : undefined
  return command === 'RCPT TO' ? 'SoftBounce' : undefined
}
